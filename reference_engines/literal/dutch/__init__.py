"""The Dutch system walked as it is written: candidate after candidate, each judged, the first best one taken."""

"""The evidence that an endorsement asks for (C.04.A; TEC Manual 3.9.4; VCL4THP Q16 to Q39): collected and verified."""

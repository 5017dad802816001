"""
Causes of discrepancies: a small change of the facts, of the record, or of a rule that makes a round right.

`cause` defines a cause; `facts`, `record_changes` and `rules` list them; `search` tries them on all cases, `conclusion`
chooses among the fitting ones, and `causes_finding` is the result.
"""

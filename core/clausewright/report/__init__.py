"""Results of a check, and the forms they are given in: text, JSON, SARIF, GitHub annotations."""

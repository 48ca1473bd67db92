"""Comparison of a contract with its reference template: meaning finds the pair, facts decide it."""

"""What a drafter is told of a comparison with the reference template, and what can be done about it."""

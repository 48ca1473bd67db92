"""Personal data in contracts: found, also when disguised, and little else."""

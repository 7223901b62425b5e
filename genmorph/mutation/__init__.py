"""What replaces the subject: mutants of its source or of its outcomes, and a probe of what its calls reach."""

"""The only place that runs the subject: worker processes, their limits, and what is kept of outcomes."""

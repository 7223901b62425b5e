"""The co-evolution of output relations."""

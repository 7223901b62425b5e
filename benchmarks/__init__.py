"""The measurements behind the claims: subjects, protocol and speed figures; never installed."""

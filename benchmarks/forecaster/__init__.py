"""A forecaster by LSTM, faults of it, and what ready-made relations notice of these."""

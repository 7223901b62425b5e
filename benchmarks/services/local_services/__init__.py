"""Services that run here and answer in the shape of cloud clients."""

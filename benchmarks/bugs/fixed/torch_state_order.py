"""A recurrent network over rows of pixels."""

import torch
from torch import nn

from genmorph import arg
from genmorph.domain import ints


@arg("layers", ints(1, 2))
@arg("batch", ints(1, 4))
@arg("hidden", ints(1, 4))
def first_state(layers, batch, hidden):
    """The state before the first step."""
    return torch.zeros(layers, batch, hidden), torch.zeros(layers, batch, hidden)


@arg("batch", ints(1, 4))
@arg("steps", ints(1, 4))
@arg("inputs", ints(1, 4))
@arg("hidden", ints(1, 4))
@arg("layers", ints(1, 2))
def last_outputs(batch, steps, inputs, hidden, layers=1):
    """What a network with random weights gives after the last step."""
    network = nn.LSTM(inputs, hidden, layers, batch_first=True)
    rows = torch.ones(batch, steps, inputs)
    state = first_state(layers, rows.shape[0], hidden)
    outputs, _ = network(rows, state)
    return outputs[:, -1].tolist()

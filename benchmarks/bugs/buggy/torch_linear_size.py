"""A small convolutional network, built for images of one size."""

import torch
from torch import nn

from genmorph import arg
from genmorph.domain import ints


class Network(nn.Module):
    """Convolution, pooling, a dense layer."""

    @arg("side", ints(4, 12))
    @arg("channels", ints(1, 3))
    @arg("classes", ints(2, 5))
    def __init__(self, side, channels, classes):
        """The size of the dense layer follows from the side of the images."""
        super().__init__()
        self.convolution = nn.Conv2d(channels, 4, kernel_size=3, padding=1)
        self.pooling = nn.MaxPool2d(2, ceil_mode=True)
        self.dense = nn.Linear(4 * (side // 2) ** 2, classes)

    def forward(self, images):
        """Scores of each class."""
        features = self.pooling(torch.relu(self.convolution(images)))
        return self.dense(features.flatten(start_dim=1))


@arg("side", ints(4, 12))
@arg("channels", ints(1, 3))
@arg("classes", ints(2, 5))
@arg("count", ints(1, 4))
def score(side, channels, classes, count):
    """Scores of grey images by a network with random weights."""
    network = Network(side, channels, classes)
    return network(torch.full((count, channels, side, side), 0.5)).tolist()

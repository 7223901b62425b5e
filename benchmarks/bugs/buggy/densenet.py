"""The layers of a DenseNet (Huang, Liu, van der Maaten, Weinberger: Densely connected convolutional networks)."""

from genmorph import arg, require
from genmorph.domain import anys, bools, floats, int_lists, ints, tuples


@arg("input_shape", tuples(ints(20, 70), ints(20, 70), ints(1, 3)))
@arg("classes", ints(2, 22))
@arg("dense_blocks", ints(2, 5))
@arg("dense_layers", anys(ints(1, 5), int_lists(1, 5, min_len=2, max_len=5)))
@arg("growth_rate", ints(1, 20))
@arg("dropout", floats(0, 1, exclude_max=True))
@arg("bottleneck", bools())
@arg("compression", floats(0, 1, exclude_min=True))
@arg("depth", ints(10, 100))
@require(lambda dense_layers, dense_blocks: not isinstance(dense_layers, list) or len(dense_layers) == dense_blocks)
def dense_net(
    input_shape,
    classes,
    dense_blocks=3,
    dense_layers=-1,
    growth_rate=12,
    dropout=None,
    bottleneck=False,
    compression=1.0,
    depth=40,
):
    """Name and output shape of each layer; the depth says how many a block has where that is -1."""
    if isinstance(dense_layers, list):
        blocks = [[growth_rate] * layers for layers in dense_layers]
    elif dense_layers == -1:
        blocks = [[growth_rate] * ((depth - 4) / 3)] * dense_blocks
    else:
        blocks = [[growth_rate] * dense_layers] * dense_blocks
    height, width, _ = input_shape
    channels = 2 * growth_rate
    layers = [("convolution", (height, width, channels))]
    for number, block in enumerate(blocks):
        if number:
            height, width, channels = height // 2, width // 2, max(1, int(channels * compression))
            layers.append(("transition", (height, width, channels)))
        layers += dense_block(height, width, channels, block, dropout, bottleneck)
        channels += sum(block)
    return [*layers, ("pooling", (channels,)), ("dense", (classes,))]


@arg("height", ints(1, 70))
@arg("width", ints(1, 70))
@arg("channels", ints(1, 40))
@arg("widths", int_lists(1, 20, min_len=1, max_len=12))
@arg("dropout", floats(0, 1, exclude_max=True))
@arg("bottleneck", bools())
def dense_block(height, width, channels, widths, dropout=None, bottleneck=False):
    """The layers of one block, each of which is put beside all before it."""
    layers = []
    for added in widths:
        layers += [("bottleneck", (height, width, 4 * added))] * bottleneck
        layers += [("convolution", (height, width, added))]
        layers += [("dropout", (height, width, added))] * bool(dropout)
        channels += added
        layers += [("concatenation", (height, width, channels))]
    return layers

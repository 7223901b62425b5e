"""When to stop a training."""

from genmorph import arg
from genmorph.domain import float_lists, floats, ints


@arg("start", floats(1e-5, 1))
@arg("epoch", ints(0, 200))
@arg("every", ints(1, 50))
def step_decay(start, epoch, every=10):
    """The learning rate, halved again and again."""
    return start * 0.5 ** (epoch // every)


@arg("losses", float_lists(0, 20, min_len=1, max_len=12))
@arg("patience", ints(1, 5))
@arg("worst", floats(0.5, 20))
def last_epoch(losses, patience=3, worst=2.0):
    """The epoch after which nothing gets better any more, and its loss; losses above the worst do not count."""
    lowest = worst
    for epoch, loss in enumerate(losses):
        if loss < lowest:
            best, lowest = epoch, loss
        elif epoch - best >= patience:
            break
    return best, lowest

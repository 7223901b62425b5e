"""Matrices and images."""

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]


def blur(image: Matrix) -> Matrix:
    """The mean of 3 x 3 pixels, those at the border repeated."""
    padded = np.pad(image, 1, mode="edge")
    rows, columns = image.shape
    return sum(padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3)) / 9


def threshold(image: Matrix, level: float) -> npt.NDArray[np.bool_]:
    """Which pixels are at least as bright."""
    return image >= level


def normalised(matrix: Matrix) -> Matrix:
    """Rows that add up to 1, where they can."""
    sums = matrix.sum(axis=1, keepdims=True)
    return matrix / np.where(sums == 0, 1, sums)


def trace_of_product(one: Matrix, other: Matrix) -> float:
    """The trace of a matrix times another, transposed."""
    return float((one * other).sum())


def integral_image(image: Matrix) -> Matrix:
    """Sums of all pixels above and to the left."""
    return image.cumsum(axis=0).cumsum(axis=1)


def crop(image: Matrix, margin: int) -> Matrix:
    """The image without a margin."""
    return image[margin : image.shape[0] - margin, margin : image.shape[1] - margin]


def downsample(image: Matrix) -> Matrix:
    """Every second pixel of every second row."""
    return image[::2, ::2]


def distances(points: Matrix) -> Matrix:
    """The distances between all rows."""
    return np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))

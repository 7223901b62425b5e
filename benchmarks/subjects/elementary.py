"""Elementary functions of a float: the subjects from Apache Commons Math's `FastMath`.

They are total: where mathematics has no answer they give NaN or an infinity. Each function holds its whole algorithm,
because mutants are made of one function at a time; that is why `sin` and `tan` both reduce their angle themselves.
Accurate to about 1e-15 of the result, `sin` and `tan` for angles up to a million.
"""

import math

# Series end with the first term that is too small to change a sum of 53 bits.
_NEGLIGIBLE = 2.0**-55

# Cody and Waite: a constant as a sum whose first parts have bits to spare, so that small multiples of them are exact.
_HALF_PI_1, _HALF_PI_2, _HALF_PI_3 = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21
_LN_2_HIGH, _LN_2_LOW = 0.6931471805598903, 5.497923018708371e-14
_LOG10_2_HIGH, _LOG10_2_LOW = 0.30102999566395283, 2.8363394551044964e-14
_LOG10_E = 0.4342944819032518

# A little above a quarter of pi, so that rounding never leaves an angle that is reduced by nothing again and again.
_SMALL_ANGLE = 0.8
# The hyperbolic sine of 710.4759 is the greatest float.
_SINH_OVERFLOW = 711.0


def acos(x: float) -> float:
    """The angle between 0 and pi whose cosine is x; NaN where x lies outside of -1 to 1."""
    if not -1.0 <= x <= 1.0:
        return math.nan
    near_one = abs(x) > 0.5
    # By the half angle beyond a half, where the series of the arc sine converges slowly.
    argument = math.sqrt((1.0 - abs(x)) / 2.0) if near_one else x
    square = argument * argument
    arc_sine = term = power = argument
    odd = 1
    while abs(term) > _NEGLIGIBLE * abs(arc_sine):
        power *= square * odd / (odd + 1)
        odd += 2
        term = power / odd
        arc_sine += term
    if not near_one:
        return math.pi / 2.0 - arc_sine
    if x > 0.0:
        return 2.0 * arc_sine
    return math.pi - 2.0 * arc_sine


def log10(x: float) -> float:
    """The logarithm to the base 10; minus infinity at 0, NaN below."""
    if math.isnan(x) or x < 0.0:
        return math.nan
    if x == 0.0:
        return -math.inf
    if math.isinf(x):
        return x
    mantissa, exponent = math.frexp(x)
    if mantissa < math.sqrt(0.5):
        mantissa *= 2.0
        exponent -= 1
    # ln(m) = 2 (s + s**3 / 3 + s**5 / 5 + ...) where s = (m - 1) / (m + 1).
    ratio = (mantissa - 1.0) / (mantissa + 1.0)
    square = ratio * ratio
    total = term = power = ratio
    odd = 1
    while abs(term) > _NEGLIGIBLE * abs(total):
        power *= square
        odd += 2
        term = power / odd
        total += term
    return exponent * _LOG10_2_HIGH + (exponent * _LOG10_2_LOW + 2.0 * total * _LOG10_E)


def sin(x: float) -> float:
    """The sine of an angle in radians; NaN for the infinities."""
    if math.isnan(x) or math.isinf(x):
        return math.nan
    angle, quadrant = x, 0
    while abs(angle) > _SMALL_ANGLE:
        quarters = math.floor(angle / (math.pi / 2.0) + 0.5)
        angle = ((angle - quarters * _HALF_PI_1) - quarters * _HALF_PI_2) - quarters * _HALF_PI_3
        quadrant += quarters
    # The series of the sine has the odd powers, that of the cosine the even ones.
    total, degree = (angle, 1) if quadrant % 2 == 0 else (1.0, 0)
    square, term = angle * angle, total
    while abs(term) > _NEGLIGIBLE * abs(total):
        term *= -square / ((degree + 1) * (degree + 2))
        degree += 2
        total += term
    return -total if quadrant % 4 >= 2 else total


def sinh(x: float) -> float:
    """The hyperbolic sine; an infinity where it exceeds the floats."""
    if math.isnan(x):
        return math.nan
    magnitude = abs(x)
    if magnitude > _SINH_OVERFLOW:
        return math.copysign(math.inf, x)
    if magnitude < 1.0:
        # Its own series, because the difference of two exponentials near 1 would cancel.
        total = term = x
        degree = 1
        while abs(term) > _NEGLIGIBLE * abs(total):
            term *= x * x / ((degree + 1) * (degree + 2))
            degree += 2
            total += term
        return total
    twos = math.floor(magnitude / math.log(2.0) + 0.5)
    rest = (magnitude - twos * _LN_2_HIGH) - twos * _LN_2_LOW
    exponential = term = 1.0
    degree = 0
    while abs(term) > _NEGLIGIBLE * exponential:
        degree += 1
        term *= rest / degree
        exponential += term
    # Scaled in two steps: the exponential leaves the floats before its half does.
    half = twos // 2
    grown = exponential * math.ldexp(1.0, half) * math.ldexp(0.5, twos - half)
    shrunk = math.ldexp(0.5 / exponential, -twos)
    return math.copysign(grown - shrunk, x)


def tan(x: float) -> float:
    """The tangent of an angle in radians; NaN for the infinities."""
    if math.isnan(x) or math.isinf(x):
        return math.nan
    angle, quadrant = x, 0
    while abs(angle) > _SMALL_ANGLE:
        quarters = math.floor(angle / (math.pi / 2.0) + 0.5)
        angle = ((angle - quarters * _HALF_PI_1) - quarters * _HALF_PI_2) - quarters * _HALF_PI_3
        quadrant += quarters
    # Lambert's continued fraction from its end: tan(a) = a / (1 - a**2 / (3 - a**2 / (5 - ...))).
    square = angle * angle
    fraction = 21.0
    for odd in range(19, 0, -2):
        fraction = odd - square / fraction
    if quadrant % 2 == 0:
        return angle / fraction
    # No float is an odd multiple of half of pi, but far beyond a million the reduction is too coarse to promise that.
    return -fraction / angle if angle != 0.0 else math.inf

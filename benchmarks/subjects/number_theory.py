"""Whole numbers: the subjects from Apache Commons Math's `Primes`, `ArithmeticUtils` and `CombinatoricsUtils`.

Each function holds its whole algorithm, because mutants are made of one function at a time.
"""

_SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
# With all of these as witnesses the test errs on no number below 3.1e23, so on none of 64 bits.
_WITNESSES = _SMALL_PRIMES
_INT_MIN, _INT_MAX = -(2**31), 2**31 - 1


def is_prime(n: int) -> bool:
    """Whether n has no divisors but 1 and itself: trial by small primes, then Miller-Rabin.

    Right for every n of 64 bits. A number below 1 is a ValueError.
    """
    if n <= 0:
        raise ValueError(f"n must be > 0, got {n!r}")
    if n == 1:
        return False
    for prime in _SMALL_PRIMES:
        if n % prime == 0:
            return n == prime
    odd_part, twos = n - 1, 0
    while odd_part % 2 == 0:
        odd_part //= 2
        twos += 1
    for witness in _WITNESSES:
        residue = pow(witness, odd_part, n)
        squarings = 0
        while residue not in (1, n - 1) and squarings < twos - 1:
            residue = residue * residue % n
            squarings += 1
        # Modulo a prime only 1 and -1 square to 1, so 1 comes at once or after -1.
        if residue != n - 1 and (residue != 1 or squarings > 0):
            return False
    return True


def next_prime(n: int) -> int:
    """The least prime that is at least n; a negative n is a ValueError."""
    if n < 0:
        raise ValueError(f"n must be >= 0, got {n!r}")
    if n <= 2:
        return 2
    candidate = n | 1
    if is_prime(candidate):
        return candidate
    remainder = candidate % 3
    if remainder == 0:
        candidate += 2
    elif remainder == 1:
        candidate += 4
    # From 2 modulo 3, steps of 2 and 4 by turns pass over every multiple of 2 and 3.
    step = 2
    while not is_prime(candidate):
        candidate += step
        step = 6 - step
    return candidate


def gcd(p: int, q: int) -> int:
    """The greatest common divisor of the absolute values by halving and subtracting; 0 for two zeros."""
    first, second = abs(p), abs(q)
    if first == 0 or second == 0:
        return first + second
    twos = 0
    while first % 2 == 0 and second % 2 == 0:
        first //= 2
        second //= 2
        twos += 1
    while first % 2 == 0:
        first //= 2
    while second != 0:
        while second % 2 == 0:
            second //= 2
        if first > second:
            first, second = second, first
        second -= first
    return first << twos


def power(k: int, e: int) -> int:
    """K to the e by squaring, as an int of 32 bits.

    A negative e is a ValueError, a result that leaves the signed 32 bits an OverflowError.
    """
    if e < 0:
        raise ValueError(f"e must be >= 0, got {e!r}")
    result, square, rest = 1, k, e
    while rest > 0 and _INT_MIN <= square <= _INT_MAX:
        if rest % 2 == 1:
            result *= square
        square *= square
        rest //= 2
    # The result is a multiple of every square that was still to be used, so one outside leaves nothing to save.
    if rest > 0 or not _INT_MIN <= result <= _INT_MAX:
        raise OverflowError(f"k ** e must fit 32 bits, got k={k!r}, e={e!r}")
    return result


def stirling_s2(n: int, k: int) -> int:
    """The number of ways to split n elements into k sets that are not empty: Stirling's number of the second kind.

    A k outside of 0 to n is a ValueError.
    """
    if k < 0:
        raise ValueError(f"k must be >= 0, got {k!r}")
    if k > n:
        raise ValueError(f"k must be <= n, got k={k!r}, n={n!r}")
    if k == n:
        return 1
    if k == 0:
        return 0
    if k == 1:
        return 1
    if k == 2:
        return (1 << (n - 1)) - 1
    if k == n - 1:
        return n * (n - 1) // 2
    sign = 1 if k % 2 == 0 else -1
    total, binomial, factorial = 0, 1, 1
    for j in range(1, k + 1):
        sign = -sign
        binomial = binomial * (k - j + 1) // j
        factorial *= j
        total += sign * binomial * j**n
    return total // factorial

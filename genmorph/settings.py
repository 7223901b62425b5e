"""Every number that decides something: thresholds, sizes, shares of a budget and limits of time.

A table holds the numbers of one concept and has one instance, which everything reads. A number stands here with its
unit and its reason, so that whoever wants to change one sees what depends on it. Not here: codes and facts of formats,
which stand where they are read and written; what the worker process needs, which imports nothing of genmorph
(`execution.worker.protocol`); and what a caller of a search chooses (`search.parameters`, `search.join.forms`).

Compiled code takes these numbers as constants, and numba's cache on disk knows the file of the compiled function only.
So, after a change of `KERNEL`, `BREEDING`, `TERMS` or `FITTING`, remove `__pycache__` beside it; and that of `search`
after a change of `mix` or `count_bits` in the kernel.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ValueSettings:
    """The largest values that domains may have, and up to where their number is counted."""

    longest: int = 10_000
    """Characters of a text or elements of a sequence, of an input as of an output."""
    deepest: int = 5
    """Levels of sequences within each other in a domain."""
    deepest_observed: int = 10
    """Levels of lists and tuples in a value that a call returned."""
    deepest_given: int = 100
    """Levels of lists, dicts and objects in a value of a user's: some contain themselves, and Python reads no text with
    more than 200 brackets within each other."""
    deepest_literal: int = 20
    """Levels of displays in a value that is written as Python: some values contain themselves."""
    deepest_strategy: int = 20
    """Levels of Hypothesis strategies that are searched for functions of the user."""
    most_dimensions: int = 5
    """Dimensions of an array."""
    most_array_elements: int = 10**6
    """Elements of an array, over all its dimensions."""
    most_alternatives: int = 100
    """Domains of which one union may be made."""
    most_counted: int = 10**9
    """Values of a domain; a larger number counts as unknown, because nothing enumerates that many."""
    most_counted_bits: int = 64
    """Bits of a power that is computed to count values; longer powers are surely larger than `most_counted`."""
    most_counted_calls: int = 10_000
    """Calls of a generator that are tried one by one to count those which its conditions allow."""
    checked_of_own_kind: int = 50
    """Drawn values with which a kind of the user's is checked when it is registered, in each worker too."""


VALUE_LIMITS = ValueSettings()


@dataclass(frozen=True, slots=True)
class SizeDrawSettings:
    """How many elements or characters drawn values have; the shares are cumulative."""

    usual: int = 20
    """The largest size where none is given, and of most draws whatever the largest is."""
    usual_nested: int = 6
    """The same for sequences whose elements are sequences."""
    usual_entries: int = 10
    """The largest size of a dict where none is given."""
    seldom: int = 100
    """The largest size of a few draws, except those of the very largest one."""
    smallest_share: float = 0.06
    """Share of the smallest size."""
    second_share: float = 0.14
    """Share of the smallest size or one more."""
    largest_share: float = 0.17
    """Share up to the largest size itself, unless that is huge."""
    seldom_share: float = 0.19
    """Share up to sizes of at most `seldom`; all other draws are of at most `usual`."""
    more_dimensions: int = 2
    """Dimensions of an array beyond the least, where nothing is said of the most."""
    longer_sides: int = 5
    """Elements of an array's side beyond the least, where nothing is said of the most."""
    array_elements: int = 1_000
    """Elements of an array that are drawn; further ones repeat some of these, for speed."""


SIZE_DRAWS = SizeDrawSettings()


@dataclass(frozen=True, slots=True)
class SeedSettings:
    """How seeds of random programs are drawn, and what is asked of these programs."""

    highest: int = 2**32 - 1
    """NumPy's older generators take no seed above."""
    compared: int = 100
    """Inputs for which other seeds are tried, to see whether the seed is ignored."""
    most_noise: float = 1e-6
    """Relative difference of two floats up to which a seeded function counts as deterministic; sums in another order
    differ by less, and what is random by more."""
    tried: int = 20
    """Inputs by which it is found out whether a function that gave something else again is repeatable when seeded."""
    call_limit: float = 1.0
    """Seconds of one such call."""
    noise_factor: float = 10.0
    """Tolerance, as a multiple of the largest difference that reruns showed: these are few."""


SEEDS = SeedSettings()


@dataclass(frozen=True, slots=True)
class SamplingSettings:
    """How samples of random programs are drawn and compared: errors that are promised, and what they cost."""

    alarm: float = 1e-6
    """Chance that a written test of a true relation fails, about, where its seeds are new ones."""
    inputs: int = 10
    """Inputs of a written test, which share that chance."""
    power: float = 0.9
    """Chance with which one input of a written test notices the difference that the evidence names."""
    report: float = 1e-3
    """Chance that a report holds a relation that is off by more than its bound on an input that was tried, about."""
    judged: int = 64
    """Candidates that are judged in a run, at most: they share that chance, as all numbers of runs of each do."""
    refuting_runs: int = 600
    """Runs of each input that a candidate must survive before more are made; no bound is small enough after so few."""
    judging_runs: tuple[int, ...] = (1_800, 3_600)
    """Runs of each input after which it is decided whether these are enough: with 1,800 the bound of a true relation
    is mostly below the margin, with 1,200 it seldom was."""
    margin: float = 0.2
    """Difference of distribution functions, and of means in standard deviations, from which on two do not count as
    the same: a bound of it must be below. Smaller ones take more runs than most budgets have."""
    refuted: float = 1e-4
    """Chance by which a difference speaks against a candidate: true ones are seldom lost, and false ones meet many
    inputs."""
    places: int = 8
    """Elements of a sequence that are compared one by one: each takes a share of the chances."""
    related_places: int = 5
    """Elements of a sequence of which it is compared for each two which is larger, of as many pairs as there are."""
    largest: float = 1e150
    """Numbers beyond have no mean and no spread, because squares overflow, and are compared exactly."""
    screening_parts: float = 2.0
    """The time of screening all transformations is one of so many parts of the stage."""
    first_inputs: int = 3
    """Inputs of a first screening, which is cheap: most of what is false fails there."""
    first_runs: int = 60
    """Runs of each of these inputs."""
    screened_inputs: int = 8
    """Inputs of the screening of what is left."""
    screened_runs: int = 240
    """Runs of each of these inputs."""
    fresh_inputs: int = 12
    """Fresh inputs on which a candidate is judged."""
    boundary_inputs: int = 4
    """Boundary inputs on which a candidate is judged."""
    least_inputs: int = 3
    """Fresh inputs that differ by more than their seeds, at least, unless the domain has fewer."""
    drawn: int = 32
    """Inputs that are drawn for each one wanted, at most: some differ by their seeds alone."""
    mutated_inputs: int = 4
    """Inputs on which mutants are tried."""
    mutated_runs: int = 240
    """Runs of each of these inputs."""
    killed: float = 1e-6
    """Chance by which a mutant counts as killed: few are by chance alone."""
    told_apart: int = 2
    """Decimals by which the differences of screened laws are told apart: further ones are chance in so few runs."""
    moved: float = 1.0
    """Standard deviations by which numbers are moved to see whether a relation is contradicted, far beyond `margin`."""
    spread: float = 2.0
    """Times as widely as they are that numbers are spread for it: twice the mean distance is beyond `margin`, too."""
    written: int = 1_000
    """Runs of each input in written tests, fewer where these would take too long."""
    least_written: int = 100
    """Fewer notice only what is obvious."""
    least_applicable: float = 0.5
    """Share of the inputs that must have a follow-up, and answer all of their runs."""

    @property
    def alarm_of_input(self) -> float:
        """Chance that one input of a written test raises a false alarm, about."""
        return self.alarm / self.inputs

    @property
    def bound(self) -> float:
        """Chance that the bound of one difference fails, about."""
        return self.report / (self.judged * len(self.judging_runs))


SAMPLING = SamplingSettings()


@dataclass(frozen=True, slots=True)
class IntDrawSettings:
    """How ints are drawn: bounds and small magnitudes often, large ones seldom; the shares are cumulative."""

    edge_share: float = 0.15
    """Share of the bounds, zero, and what is next to them."""
    near_share: float = 0.65
    """Share of the edges and of what lies near the origin; the rest lies at any distance."""
    near: int = 16
    """Distance from the origin, which is the value closest to zero, that is near."""
    few: int = 128
    """A domain of fewer values is near as a whole."""
    farthest: int = 2**70
    """Distance from the origin of any draw where the domain has no bound: beyond 64-bit machine numbers."""
    unbounded_skew: int = 3
    """Exponent of the uniform draw behind the number of bits where there is no bound: large numbers get seldom."""
    power_share: float = 0.2
    """Share of the far draws that are a power of two or next to one, where carries and overflows show."""
    default: int = 1_000_000
    """Largest magnitude where an int is drawn of which nothing is known."""


INT_DRAWS = IntDrawSettings()


@dataclass(frozen=True, slots=True)
class FloatDrawSettings:
    """How floats are drawn: simple values and bounds often, extreme ones seldom; the shares are cumulative."""

    edge_share: float = 0.12
    """Share of the bounds, zero, one, and what is next to the bounds."""
    whole_share: float = 0.37
    """Share up to small whole numbers."""
    fraction_share: float = 0.57
    """Share up to simple fractions."""
    near_share: float = 0.70
    """Share up to uniform draws near the origin."""
    uniform_share: float = 0.82
    """Share up to uniform draws from the whole range, or from what is wide of it."""
    magnitude_share: float = 0.97
    """Share up to any magnitude; the rest are extremes."""
    near: float = 10.0
    """Distance from the origin, which is the value closest to zero, that is near."""
    wide: float = 1000.0
    """Distance from the origin of uniform draws where a bound is far."""
    moderate: float = 1e6
    """Magnitude up to which bounds are not far."""
    farthest_magnitude: float = 1e6
    """Distance from the origin, or its inverse, up to which all magnitudes are equally likely."""
    most_decimals: int = 3
    """Decimals of the half of the uniform draws that are rounded: what rounds them again may meet a tie."""
    denominators: tuple[float, ...] = (2.0, 4.0, 8.0, 3.0, 5.0, 10.0)
    """Denominators of simple fractions."""
    bound_steps: int = 4
    """Floats next to a computed bound that are tried: rounding moves it by at most two, the others are for caution."""


FLOAT_DRAWS = FloatDrawSettings()


@dataclass(frozen=True, slots=True)
class ElementDrawSettings:
    """How the characters of texts and the elements of sequences are drawn; the shares are cumulative."""

    independent_share: float = 0.5
    """Share of the sequences whose elements are drawn apart from each other."""
    few_share: float = 0.75
    """Share up to sequences of few distinct values."""
    mirrored_share: float = 0.85
    """Share up to sequences that read the same backwards, or that have no order."""
    ascending_share: float = 0.95
    """Share up to ascending sequences; the rest descend."""
    distinct_attempts: int = 50
    """Draws that are made at least for a sequence of distinct elements."""
    distinct_attempts_each: int = 20
    """Further draws for each of the elements that are wanted."""
    any_character_share: float = 0.45
    """Share of the texts of any characters."""
    word_share: float = 0.70
    """Share up to texts of words."""
    few_characters_share: float = 0.85
    """Share up to texts of few distinct characters."""
    class_share: float = 0.93
    """Share up to texts of one class of characters."""
    mirrored_text_share: float = 0.97
    """Share up to texts that read the same backwards; the rest are partly sorted."""
    most_tokens: int = 3
    """Tokens of a text that holds a separator."""
    most_few: int = 3
    """Distinct values where these are few."""
    longest_word: int = 8
    """Letters of a word."""


ELEMENT_DRAWS = ElementDrawSettings()


@dataclass(frozen=True, slots=True)
class MixedDrawSettings:
    """How values of several sources are mixed, and how many are asked of Hypothesis."""

    none_share: float = 0.15
    """Share of None among the values of an optional domain."""
    default_share: float = 0.2
    """Share of a parameter's default."""
    most_rejected: int = 1_000
    """Draws in a row that the conditions of a generator may reject."""
    batch: int = 100
    """Values that are asked of Hypothesis at once: as many as it makes for a test by default, because what it draws
    first in a test, boundaries often, would be rare in larger ones."""
    most_batches: int = 10
    """Batches in a row without a value of the kind that the strategy showed first."""
    first_look: int = 300
    """Values of a strategy that show of which kind they are, and whether they are few."""
    shown_objects: int = 20
    """Objects of a class that show which arguments it keeps in fields: what a constructor changes, it changes often."""
    further_looks: int = 3
    """Batches beside these, which show between which bounds they are. Of few values all are taken to be known where as
    many batches in a row give no other."""
    most_few: int = 30
    """The most distinct values that are few."""
    exported: int = 100
    """Values of a strategy that are listed in an exported test."""


MIXED_DRAWS = MixedDrawSettings()


@dataclass(frozen=True, slots=True)
class DateDrawSettings:
    """How dates and points in time are drawn."""

    turns: tuple[tuple[int, int], ...] = ((1, 1), (2, 28), (2, 29), (3, 1), (1, 31), (4, 30), (6, 30), (12, 31))
    """Months and days at which calendars turn."""
    leap_day: tuple[int, int] = (2, 29)
    """The day that only leap years have."""
    around_leap_days: tuple[tuple[int, int], ...] = ((2, 28), (2, 29), (3, 1))
    """Those around the end of February."""
    bound_share: float = 0.1
    """Share of the bounds of the domain."""
    turn_share: float = 0.3
    """Share of days on which a month or a year begins or ends, and of leap days."""
    leap_share: float = 0.4
    """Share of such days around the end of February, and of those in leap years, among boundary values."""
    boundary_turn_share: float = 0.7
    """The same among boundary values. Relations of two dates may fail only where both are such days: that an age does
    not fall when both dates move by a day, false for 28 February of a common and of a leap year, was reported."""
    steps: tuple[timedelta, ...] = (
        timedelta(days=1),
        timedelta(hours=1),
        timedelta(seconds=1),
        timedelta(microseconds=1),
    )
    """Units of which the time of the day is a multiple, all equally often."""
    clock_change_share: float = 0.3
    """Share of points in time on days on which clocks are changed, where a day is not as long as others."""
    clock_change_hours: int = 4
    """Hours after midnight in which clocks are changed, mostly."""


DATE_DRAWS = DateDrawSettings()


@dataclass(frozen=True, slots=True)
class ExactNumberSettings:
    """Decimals, fractions and complex numbers of which nothing is said."""

    largest: int = 10_000
    """The largest magnitude, as that of amounts of money and the like usually is."""
    denominator: int = 100
    """The largest denominator."""


EXACT_NUMBERS = ExactNumberSettings()


@dataclass(frozen=True, slots=True)
class NumberBoundarySettings:
    """Boundary values of numbers, and what is drawn around them."""

    machine_bits: tuple[int, ...] = (7, 8, 15, 16, 31, 32, 53, 63, 64)
    """Widths of machine numbers, whose limits are boundary values of ints; and of a float's significand."""
    few_digits: tuple[int, ...] = (2, 3, 6, 9, 16)
    """Powers of ten that are boundary values of ints."""
    steps: tuple[float, ...] = (0.1, 0.01)
    """Distances from a constant of the function at which floats are boundary values."""
    rounded_off: tuple[float, ...] = (0.3, 0.6)
    """Parts of the last place of a constant that are boundary values: a sum with it loses the first, twice it loses
    neither."""
    farthest: int = 2**70
    """Distance of uniform draws where an int has no bound."""
    powers: tuple[tuple[int, int], ...] = ((2, 70), (10, 21))
    """Bases of powers, and their largest exponents."""
    most_zeros: int = 21
    """Zeros of a round number."""
    multiples: int = 9
    """Largest factor of a boundary value, largest digit, and largest small whole float."""
    whole: int = 10**6
    """Largest magnitude of whole floats."""
    most_decimals: int = 4
    """Decimals of a float, and digits before them."""
    near: float = 1000.0
    """Largest magnitude of nearby floats."""
    magnitudes: tuple[float, float] = (-9.0, 17.0)
    """Exponents of ten of moderate magnitudes."""
    ulps: int = 4
    """Floats between a boundary value and one beside it."""
    factors: tuple[float, ...] = (-3.0, -2.0, -1.0, 0.25, 0.5, 2.0, 3.0, 4.0)
    """Factors of multiples of boundary values that are floats."""


NUMBER_BOUNDARIES = NumberBoundarySettings()


@dataclass(frozen=True, slots=True)
class InputBoundarySettings:
    """Boundary values of texts and sequences, and inputs that consist of boundary values."""

    combinations: int = 100
    """Combinations of extremes that are all made; of more, one in which all are alike for each extreme, and as many
    others."""
    boundary_share: float = 0.6
    """Share of the arguments, and of the elements of a tuple, that are boundary values; the others are ordinary."""
    element_shares: tuple[float, ...] = (0.1, 0.5, 1.0)
    """Shares of the elements of a sequence that are boundary values, one of them for each sequence."""
    none_share: float = 0.1
    """Share of None among the boundary values of an optional domain."""
    tied_share: float = 0.35
    """Share of the inputs of several arguments in which one is made of another."""
    alike_share: float = 0.3
    """Share of these in which all arguments of a kind are equal."""
    multiple_share: float = 0.5
    """Share of the numbers made of another that are a multiple of it or next to it."""
    beside_share: float = 0.2
    """Share of these that are next to it."""
    descending_share: float = 0.3
    """Share of the sorted sequences that descend."""
    exchanged_share: float = 0.3
    """Share of the sorted sequences in which two elements are exchanged afterwards."""
    absorbing: int = 4
    """Boundary values that are drawn for the one float that absorbs others, which is the largest."""
    steps_to_floats: int = 2
    """Steps into the elements of a sequence in which floats are looked for: into points, rows, and rows of points."""
    attempts: int = 6
    """Draws until one is of the domain; an ordinary draw takes its place then."""
    small_size_share: float = 0.45
    """Share of the sizes that are next to the smallest one."""
    usual_size_share: float = 0.9
    """Share of these and of the usual sizes; the rest are the usual and the seldom size themselves."""
    short_text: int = 4
    """Domains of texts with at least this many characters get no short words with a special character between them."""
    longest_word: int = 3
    """Characters of such a word, or of what is repeated."""


INPUT_BOUNDARIES = InputBoundarySettings()


@dataclass(frozen=True, slots=True)
class NeighbourSettings:
    """How far the search for counterexamples moves a number in one step."""

    most_bits: int = 2_048
    """Bits of an int that moves lead to."""
    largest_exponent: int = 1_022
    """Largest exponent of two of a step between floats."""
    smallest_exponent: int = -60
    """Smallest exponent of two of a step between floats."""
    most_ulps: int = 8
    """Floats that lie in between when a float moves to a close one."""
    smallest_share: int = -6
    """Exponent of ten of the smallest part of a number by which it moves."""
    least_magnitude: int = 16
    """Magnitude from which on an int moves by a part of itself."""
    int_bits: int = 64
    """Bits of an int that takes the place of another."""
    float_exponent: int = 20
    """Largest exponent of ten of a float that takes the place of another."""
    most_decimals: int = 6
    """Decimals to which floats are rounded."""


NEIGHBOURS = NeighbourSettings()


@dataclass(frozen=True, slots=True)
class InputSettings:
    """How inputs are made of drawn values, and of what the source of the function mentions."""

    enumerated: int = 5_000
    """Inputs of a domain that is enumerated as a whole; a larger one is drawn from."""
    most_repeated: int = 1_000
    """Inputs in a row that were there before, which end the stream of inputs."""
    of_data: float = 1 / 2
    """The share of inputs that are parts of the user's data, where there are such; the others are drawn alone."""
    placed_share: float = 0.15
    """Share of the inputs with a constant or a text of the function within, once each has had its turn."""
    related_share: float = 0.15
    """Share of the inputs in which one argument is made of another: equal, close, a part of it."""
    related_depth: int = 3
    """Steps into arguments to what is made of another argument, or of what lies in there."""
    related_parts: int = 50
    """Parts of an argument that are looked at for this: records in records have thousands."""
    beside: tuple[int, ...] = (0, 0, -1, 1)
    """Steps from a number or a day to what is made of it: half is equal, the rest next to it. Where a step is as large
    as a number of the function, they are added to that."""
    far_share: float = 0.5
    """Share of these steps that are as large as a number of the function, where it has some."""
    last_key: float = 0.75
    """Share of the dicts made of another one that have its last key: an input change puts a key there."""
    separated_share: float = 0.5
    """Share of the texts without a separator of the source that get some: without them a text has no tokens."""
    most_separated: int = 3
    """Separators that such a text gets at most."""
    tied_share: float = 0.5
    """The same where conditions of the function compare arguments."""
    mixed_share: float = 0.5
    """Share of the elements that come from the source, where a value consists of these to a good part."""
    longest_mixed: int = 10
    """Characters of a drawn text with which such elements are mixed."""
    longest_reached: int = 100
    """A number in the source, from the usual size up to this one, that texts and sequences of a hint exceed"""
    beyond_reached: int = 2
    """by so many."""
    longest_placed: int = 1_000
    """Elements of an argument as long as a number in the source says; longer ones are left to chance."""
    draws_of_long: int = 64
    """Drawn values that are strung together for a long one; from there on elements repeat."""
    nearly: float = 1e-9
    """Relative difference of floats that look alike to a reader."""
    most_numbers: int = 30
    """Numbers that are read from the source."""
    most_power_bits: int = 256
    """Bits of a power in the source that is computed."""
    most_named: int = 20
    """Functions, classes and constants beside the definition that are read too, the nearest ones by their names."""
    most_numbers_of_named: int = 12
    """Numbers that these add: few, as each takes its share of the inputs from those of the definition itself."""
    most_texts: int = 40
    """Texts that are read from the source: about as many as a table of rules has."""
    most_entries: int = 200
    """Entries of a table in the source that are looked at."""
    longest_pattern: int = 200
    """Characters of a regular expression of which it is worked out what it finds."""
    most_texts_of_pattern: int = 4
    """Texts that a regular expression finds, one for each alternative."""
    longest_text: int = 40
    """Characters of a text in the source; longer ones are messages rather than what a function looks for."""
    most_rejected: float = 0.9
    """Share of the inputs that conditions may reject before users are told."""
    least_drawn: int = 100
    """Inputs that must have been drawn for that."""


INPUTS = InputSettings()


@dataclass(frozen=True, slots=True)
class ParallelSettings:
    """When texts and sequences belong together, element by element, and how they are drawn then."""

    least_inputs: int = 30
    """Inputs that must show it, of those that are accepted and, where only one side is tied, of those that are not."""
    least_lengths: int = 3
    """Pairs of lengths among the accepted ones: with fewer, the domain or chance may make lengths equal."""
    least_size: int = 2
    """Elements, where the domains alone have one length: fewer are in no order."""
    share: float = 0.8
    """Share of the inputs with equal lengths; the others show what the function does elsewhere."""
    most_lost: float = 1 / 3
    """Share of the inputs that may have been refused; where more were, all are drawn again, with equal lengths."""
    repeated: float = 0.4
    """The share of the seconds for running the function that the first sources may take for that."""


PARALLEL = ParallelSettings()


@dataclass(frozen=True, slots=True)
class VariationSettings:
    """How inputs are made for functions that raise on most of what is drawn: of inputs on which they return."""

    share: float = 0.85
    """Share of the inputs that are variations of accepted ones; the rest are drawn as always."""
    wanted: int = 400
    """Accepted inputs of which variations are made; more are hardly of other forms."""
    round: int = 500
    """Variations that are tried at once, before those that were accepted are varied in turn."""
    most_rounds: int = 8
    """Rounds until what was found has to do."""
    changed_share: float = 0.5
    """Share of the arguments that change where there are several: a form often needs some of them together."""
    edits: tuple[int, ...] = (1, 1, 2, 3)
    """Edits of a text, all equally often: most texts that are accepted are close to others."""
    alike_share: float = 0.7
    """Share of the exchanged runs that are exchanged for one like them, numbers for numbers."""
    other_digit_share: float = 0.5
    """Share of the digits that become others where numbers of the same lengths are made."""
    deleted_runs: int = 2
    """Runs that are deleted at most at once."""
    few: int = 12
    """Runs and pieces of which one is chosen, so that numbers and characters get their turn."""
    digits: tuple[int, ...] = (1, 1, 2, 3)
    """Digits of a number that is put into a text, all equally often."""
    characters: str = "0123456789 -+.,:;/_#%=()@abcdefxyzABCXYZT"
    """Characters that are put into a text: those of numbers, dates, colours, addresses and names."""
    longest_word: int = 40
    """Characters of a word in a docstring that may be an argument."""
    most_words: int = 100
    """Words of a docstring that are tried."""
    most_calls: int = 200
    """Calls in doctests and tests that are tried."""
    most_files: int = 50
    """Test files that are looked into."""
    matches: int = 20
    """Texts that are made of each regular expression."""


VARIATIONS = VariationSettings()


@dataclass(frozen=True, slots=True)
class RecognitionSettings:
    """When a value or a strategy of the user's is understood as more than it says."""

    most_characters: int = 256
    """Characters of an alphabet; larger ones would fill the text of a domain."""
    longest_symbol: int = 2
    """A default text of letters that is longer is taken for the name of a mode, so that other texts are refused."""
    more_rows: int = 10
    """Rows of a table beyond the fewest, where a strategy states no greatest number: as many as Hypothesis draws."""
    least_ordered: int = 20
    """Different values of a strategy, each of two different elements or more, that show that all are in ascending
    order: by chance one strategy in a million would."""
    alike: float = 0.75
    """Similarity of words, from 0 to 1, of which one may be meant for the other."""


RECOGNITION = RecognitionSettings()


@dataclass(frozen=True, slots=True)
class WritingSettings:
    """How long the texts are in which values and relations are shown; lengths count characters."""

    spelt_tuple: int = 8
    """Elements of a tuple that is written element by element."""
    named_bits: int = 256
    """Bits of an int in a mutant's name; longer ones are named by a digest, because Python writes no int of more than
    4,300 digits in base 10."""
    named_letters: int = 30
    """Length of a value in a mutant's name."""
    shown_bits: int = 1_000
    """Bits of an int in a message; longer ones are shown by their number of bits."""
    shown_letters: int = 60
    """Length of a text in a message."""
    value: int = 200
    """Length of a value in a report or a message."""
    message: int = 400
    """Length of a message."""
    phrase: int = 60
    """Usual length of a relation in words without its function."""
    name: int = 55
    """Length of a relation's name: that of its test, which begins with `test_`, is at most 60 then, and fits into one
    line of a report beside that of its file."""
    sentence: int = 160
    """Usual length of a relation in a sentence."""
    largest_multiple: int = 12
    """Numerators and denominators of multiples of named numbers such as pi."""
    half_circle: int = 180
    """Degrees of half a circle: a numerator and a denominator, too."""
    largest_denominator: int = 100
    """Denominator of a float that is written as a fraction, where its decimals do not end."""


WRITING = WritingSettings()


@dataclass(frozen=True, slots=True)
class ExpressionSettings:
    """How large relations are, and up to where they are rewritten."""

    most_nodes: int = 16
    """Nodes of a relation: operators, constants and variables."""
    most_steps: int = 12
    """Rewritings in a row to a form that is easier to read."""
    most_terms: int = 40
    """Operations of an expression that algebra rewrites; larger ones take sympy seconds."""
    highest_degree: int = 6
    """Sum of the exponents of a polynomial that is factored."""
    largest_figure: int = 10**20
    """Numerators and denominators of numbers in a polynomial that is factored."""
    largest_rewritten: int = 10**100
    """The same of numbers that algebra rewrites at all: with those of 1e300, sympy takes minutes."""
    small_numbers: tuple[int, ...] = (0, 1, 2)
    """Numbers that are tried in the place of any number of a relation."""
    digits: tuple[int, ...] = (1, 2, 3)
    """Significant digits to which fitted floats are rounded, on trial."""
    remembered: int = 4_096
    """Answers of sympy that are kept: the same parts come again and again."""


EXPRESSIONS = ExpressionSettings()


COSTS: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("abs", "/", "<", "<=", "xor"), 3),
        **dict.fromkeys(("implies", "not"), 2),
        **dict.fromkeys(("sum", "min", "max", "element", "str"), 2),
        **dict.fromkeys(("sorted", "concatenate", "add each", "scale each", "upper", "lower"), 2),
        **dict.fromkeys(("remove", "truncate", "startswith", "contains"), 3),
        "float": 2,
    }
)
"""The complexity of one operator by its symbol, and of a fitted number: how much it takes to read it.

What a reader has to take case by case counts three: `abs` hides a sign, `/` has no value at zero, `<` and `<=` say less
than `==`, `xor` is one of two cases. Variables, whole numbers and the other operators count one.
"""


@dataclass(frozen=True, slots=True)
class InstantiationSettings:
    """Which transformations are made of the templates for one function."""

    most: int = 200
    """Transformations where no other limit is given."""
    few_numbers: int = 3
    """Parameters that are numbers; among more, none is changed by another."""
    slight: float = 1e-6
    """Numbers that are less than this part of 1, and of the width of the domain, are not added: that nothing changes
    then is true of every smooth function within its tolerance, and says nothing."""
    most_few: int = 2
    """Numbers that are too few to be changed alone: what holds for these is an example."""
    times_as_many: int = 10
    """Where a domain has no more than so many times these numbers, they are no small part of it."""
    longest_piece: int = 20
    """Characters of a text that is inserted; longer ones make long names of tests, and mostly leave no room in a text
    of the usual size."""
    farthest_index: int = 10_000
    """Place of an element that is removed."""
    farthest_step: int = 10_000
    """Days, hours and the like by which a value moves, and what decimals and fractions grow or are multiplied by."""
    most_steps: int = 2
    """Steps to a part of an input that is changed alone, such as to a field of each object of a list: changes further
    inside are many, and hardly ones that a developer thinks of."""
    few_together: int = 3
    """Arguments that are changed together wherever they stand; more must be alike, or stand in a row as two things
    do, by their names, as there are too many choices of them."""
    most_suited: int = 5
    """Numbers of its field that one parameter is changed by: the most telling ones stand first."""
    longest_separator: int = 2
    """Characters of a text that stands between the tokens of another, such as a comma and a blank."""
    most_separators: int = 2
    """Such texts, the first in the source: each gives some changes."""
    most_alike: int = 2
    """Arguments of which the same part is changed, such as two dates or points that move together."""
    most_across: int = 40
    """Templates that add to unlike parts of two arguments, such as the fields of a box and of a point: two records of
    six numbers have nearly as many pairs."""
    constants_of_parts: int = 2
    """Constants with which one part is changed, since inputs have many parts."""
    constants_of_tokens: int = 0
    """The same of the tokens of a text, where new ones are drawn."""


INSTANTIATION = InstantiationSettings()


@dataclass(frozen=True, slots=True)
class DrawnSettings:
    """Domains of drawn parameters, which stand in the place of constants."""

    most_addend: int = 1_000
    """Numbers that are added are at most so large: larger ones show nothing new, and are hard to read."""
    part_of_width: float = 0.5
    """They are at most this part of the width of a range, so that three quarters of the sums lie in it."""
    fewest: int = 2
    """With fewer numbers to draw from, constants say the same."""
    least_addend: float = 1e-3
    """Floats are at least this part of the largest: smaller ones are lost in rounding."""
    most_factor: int = 10
    """Numbers that are multiplied by are at most so large, so that products stay in ranges."""
    boundaries: float = 0.2
    """The share of them that are boundary values of their domain."""
    attempts: int = 8
    """Times that one is drawn for a source until it has a follow-up: near the end of a range few sums lie in it."""
    turns: int = 100
    """Times that all inputs of a stream are gone through, with other values, where it has few inputs; as few are tried
    whole."""
    least_news: float = 0.05
    """Share of these inputs for which another number must have been drawn for the first time to go on."""
    most_kept: int = 8
    """Elements that are kept of a longer value are at most so many, so that most values lose some."""
    orders: int = 10**9
    """Numbers that stand for an order of elements each: more than the orders of twelve elements."""


DRAWN = DrawnSettings()


@dataclass(frozen=True, slots=True)
class PeriodSettings:
    """How periods along one number are measured, where the function is fast."""

    bases: int = 3
    """Inputs whose other arguments are kept: a period must be there for all."""
    points: int = 100
    """Numbers in a row; periods of up to half of these are seen."""
    float_step: float = 0.5
    """The distance of floats: with it, periods of up to 25 are seen, such as the hours of a day."""
    float_offset: float = 0.125
    """Where floats begin beside whole ones, at which functions are often special; sums of them are exact."""
    largest: int = 10**6
    """Numbers to begin at: larger ones are not where users look."""


PERIODS = PeriodSettings()


@dataclass(frozen=True, slots=True)
class OutcomeMutantSettings:
    """What mutants are made by changing outcomes, where the source cannot be changed."""

    most_outputs: int = 8
    """Tuples that always have one length, from 2 to this, are several outputs; all others are sequences."""
    remembered: int = 64
    """Inputs whose outcomes a mutant may give for another input."""


OUTCOME_MUTANTS = OutcomeMutantSettings()


@dataclass(frozen=True, slots=True)
class ShapeSettings:
    """How long the parts of a relation may be that a developer would write; sizes count operations.

    The numbers were chosen on relations that people judged: the corpus of `tests/filters`.
    """

    longest_order: int = 5
    """Operations of an order that a person would still write."""
    longest_alternatives: int = 7
    """Two equalities of which one must hold, together."""
    least_drawn: int = 10
    """Fewest executions by which a drawn parameter, or a part of what is returned, counts as having one value."""
    least_handed_on: int = 5
    """Fewest sources that show again which places a function takes elements from."""
    most_joints: int = 2
    """Operations on two operands in an order that holds on a condition, and in what is said of Boolean outputs."""
    longest_condition: int = 2
    """A condition on one output, the comparison included."""
    longest_condition_of_inputs: int = 3
    """A condition on inputs alone, the comparison included."""
    most_letters_between: int = 4
    """What may lie between lengths of texts: brackets, quotes, a separator, the letters of one more element."""
    few_values: int = 2
    """A relation about so few values of an int, among more, is an example; so many lengths of a text are few."""
    slight: float = 1e-5
    """What is added is slight where it is tiny, and less than this part of the distance between the least and largest
    argument: `gravity(latitude + 5.9e-06, h) == gravity(latitude, h)` held within the tolerance."""
    tiny: float = 1e-3
    """Numbers below this are tiny."""
    looseness: float = 0.1
    """A bound is loose where it also holds with this share less, and with this share more."""
    short_equality: int = 6
    """Equalities of at most this complexity are worth reporting for whatever they kill."""
    short_bound: int = 5
    """Bounds of more complexity are only reported for what nothing else kills."""
    long: int = 12
    """A relation of more complexity is long."""


SHAPES = ShapeSettings()


@dataclass(frozen=True, slots=True)
class TrivialitySettings:
    """When a relation says too little of the outputs."""

    least_share: float = 0.05
    """The share of the inputs for which some perturbed outputs must contradict a relation."""
    law_share: float = 0.1
    """The same for a law that kills no mutant: nothing else speaks for it."""
    rows: int = 400
    """Inputs whose outputs are perturbed, drawn where there are more."""
    tries: int = 12
    """Perturbed outputs for each input."""
    tries_of_rest: int = 4
    """The same for the inputs that were not drawn, and for other numbers as inputs."""
    exchanges: int = 600
    """Attempts to give one call the outputs of another."""
    enough_exchanges: int = 100
    """The number of them that must have been possible for a judgement."""
    seldom: float = 0.02
    """What contradicts a relation in a smaller share of the exchanges does so by chance."""
    equal: float = 0.3
    """The share of the exchanges that give both calls the same outputs, where there are such."""
    few_pairs: int = 3
    """Distinct pairs of outputs that can be fitted by chance."""
    fitted_rows: int = 60
    """Inputs on which it is tried whether a plainer relation says the same."""
    close: float = 1e-9
    """The relative difference of two numbers that count as the same."""


TRIVIALITY = TrivialitySettings()


@dataclass(frozen=True, slots=True)
class SelectionSettings:
    """How many relations are reported, and what each must add. Shares are of the mutants judged."""

    nodes: int = 100
    """Most nodes of its search tree that the solver looks at; a limit of time would not be reproducible."""
    rivals: int = 200
    """Relations that the solver gets, besides a greedy choice; pools of real functions come down to a few dozen."""
    block: int = 256
    """Kill sets that are compared with the others at a time, to bound memory."""
    worth: float = 0.004
    """What kills nothing new must kill this share of the mutants for each unit of its squared complexity."""
    sameness: int = 3
    """An equality of this complexity says that the output stays the same."""
    repeated: int = 2
    """Most claims for nothing new that say the same of the outputs of other inputs, but sameness.

    So it is with claims about one measure of the output, such as its length or its sum.
    """
    fallbacks: int = 2
    """Most fallbacks that are reported."""
    fallback_share: float = 0.2
    """Share of all mutants that a fallback must kill and nothing else does."""
    fallback_kills: int = 2
    """The same as a number of mutants."""
    penalty: int = 4
    """Factor of the costs of a relation with fitted numbers."""
    laws: int = 8
    """Most laws that are reported before others, so that there is room for what kills mutants that no law kills."""
    laws_of_parts: int = 3
    """Most laws of one name that are about parts of what is returned, and are reported whatever they kill."""
    reported: int = 12
    """Most relations that are reported."""


SELECTION = SelectionSettings()


@dataclass(frozen=True, slots=True)
class BudgetShares:
    """Who gets which seconds. Shares are of all seconds of the budget, unless it says otherwise.

    The shares were measured on the paper's 23 functions and every sixth of a catalogue of 218 (`benchmarks/README.md`).
    """

    after_running: float = 0.4
    """Running the original must leave this share to all that follows."""
    timing: float = 1 / 20
    """For the calls by which the function is timed."""
    timing_in_all: float = 1 / 4
    """For these calls and the starts of processes that they take."""
    after_branches: float = 0.8
    """Reaching branches must leave this share of the seconds that are left."""
    after_mutants: float = 0.65
    """Making mutants must leave this share of the seconds that are left."""
    sources: float = 1 / 500
    """For one run of the pairs of the search: a tenth of the seconds must do for fifty runs, as by fifty mutants."""
    again: float = 1 / 20
    """For calls that are made again in another process; at least `TRIALS.least_repeated` are made."""
    drawing: float = 1 / 15
    """For drawing the inputs of one stream: those of the search, of screening, fresh ones, those at the boundary. It
    takes up to three times as long for a transformation that few inputs suit. A text of an address takes Hypothesis
    3 ms, and drawing took 23 of 28 s."""
    mutants: float = 1 / 5
    """For the first calls of all mutants."""
    glance: float = 1 / 1000
    """For the inputs of a first look at a mutant."""
    after_search: float = 0.47
    """What the search leaves to what follows it, up to `judging_seconds`."""
    most_after_search: float = 0.5
    """What it leaves at most, where the function is slow."""
    least_stage_seconds: float = 2.0
    """A stage has so many seconds at least, whatever later ones are to have: in a budget of 5 s, of which 3 had gone
    before the search, this ended at once, and so did judging."""
    most_kept: float = 1 / 2
    """Where fewer seconds are left, it leaves this share of them to later ones."""
    enough: float = 1 / 20
    """For the fresh pairs of one relation of a slow function: of an estimator that takes 2 ms, with a quarter of the
    seconds for each, two of eleven laws were judged."""
    judging_calls: float = 3.0
    """Calls that judging the relations of one transformation takes, as a multiple of those of the fresh pairs."""
    export: float = 0.12
    """For the trial run of the exported tests, at most."""
    export_calls: float = 160.0
    """Calls that the trial run takes, beside `export_seconds`."""

    screening: float = 1 / 20
    """The share of the seconds that the screening pairs of one transformation may take."""
    fresh_part: int = 6
    """The fresh pairs of one transformation may take this part of the seconds that are left, or less where many wait.

    It takes up to half of these where the relation needs them.
    """
    relation_parts: int = 4
    """Fresh pairs and the search each get one of this many parts of a relation's share: the rest takes time, too."""
    boundary: float = 1 / 40
    """For the boundary pairs of one transformation."""
    counterexamples: float = 1 / 20
    """For the search against one relation."""
    symbolic_seconds: float = 5.0
    """Seconds for the symbolic execution of one relation, at most."""
    least_symbolic_seconds: float = 1.0
    """With fewer seconds it is not begun."""
    grace: float = 5.0
    """Seconds that a stage may take after an interrupt, to bring in what was found."""
    reserve_without_relations: float = 1 / 2
    """Share of the seconds set aside for judging that is left to it where the search has found nothing yet."""
    after_laws: float = 1 / 2
    """Laws, which come first, must leave this share of the seconds that are left."""
    after_laws_of_slow: float = 1 / 5
    """The same of a slow function, of which little is searched: of nearest neighbours, where half was left, four laws
    were judged in a minute, and seven then."""
    looking_for_laws: float = 1 / 2
    """The share of the seconds for laws in which transformations are looked at; the rest is for judging what holds."""
    looks_part: int = 2
    """The first looks may take one of this many parts of the search."""
    least_export_seconds: float = 1.0
    """With fewer seconds the trial run of the exported tests is not begun: it would not make its first call."""
    export_seconds: float = 3.0
    """Seconds for the trial run of the exported tests of a fast function."""
    judging_seconds: float = 20.0
    """Seconds in which the last filters can examine as many relations as are reported, on a slow machine."""
    where_others_fail: float = 0.05
    """The share of the seconds in which what was kept is tried on what contradicted others."""
    further: float = 0.07
    """The share of the seconds in which what was kept is tried on further pairs."""
    trial_call: float = 1 / 100
    """The share of the seconds that one call may take on trial, after the first one."""
    first_call: float = 1 / 5
    """The share of the seconds that the first call of a process may take: it may compile the function, or hang."""
    mean_call: float = 1 / 300_000
    """The share of the seconds that a call may take in the mean."""
    first_growth: float = 1 / 2
    """Share of a relation's seconds that the first fresh pairs may take, and that all of them may."""
    further_pairs: float = 1 / 2
    """Share of the seconds for what is kept that further pairs take, divided by the relations that wait."""
    allocations: int = 20_000
    """Allocations after which Python looks for cycles: looking as often as usual takes a third of a run."""
    loading: float = 3.0
    """Seconds within which only what was compiled before is loaded."""


BUDGET = BudgetShares()


@dataclass(frozen=True, slots=True)
class TrialSettings:
    """How many pairs of calls are tried."""

    fresh: int = 2_000
    """The minimum number of fresh pairs, unless they are the whole domain, or the function is slow."""
    untestable: float = 1 / 3
    """Of a whole domain this many pairs may overflow for each that was tried."""
    screened: int = 2_000
    """Pairs on which the candidates of one transformation are screened."""
    fillings: int = 3
    """Times that fresh pairs are tried in the place of those that gave no execution. Of 2,000 pairs of matrices and
    their transposes 7 could not be inverted, and all relations stayed undecided."""
    fresh_of_fast: int = 20_000
    """Fresh pairs for each reported relation, where the function is fast; domains up to this size are tried whole."""
    least_suiting: float = 1 / 4
    """Where a smaller share of the inputs has a follow-up, further sources are drawn from the narrowed domain."""
    suiting_look: int = 100
    """So many inputs at least show that share."""
    least_applicable: float = 0.05
    """A transformation that applies to a smaller share of the sources says too little."""
    least_allowed: float = 0.2
    """So does one that applies to a smaller share where conditions are drawn for, which often makes arguments equal."""
    least_passed_on: float = 0.5
    """And so does one that passes on outputs which are valid inputs seldomer than this."""
    bases: int = 5
    """Sources that are changed to put each constant into the follow-up."""
    chosen_by_follow_up: int = 4
    """For this many boundary pairs one more has the boundary value in its follow-up, one is tied to the follow-up,
    and at most one at an end of the sources that have a follow-up."""
    least_tied: int = 25
    """At least so many are tied to the follow-up: of two dicts one in five has a key that the change puts in the other
    with a value that shows it."""
    known_of_whole: float = 0.75
    """A whole domain has been tried where the outcomes of this share of its pairs are known."""
    hardest: int = 3
    """Pairs closest to a violation that are remembered as examples."""
    perturbed: int = 1_000
    """Fresh pairs, and half as many boundary pairs, that show whether a relation says something."""
    boundary: int = 4_000
    """Boundary pairs for each transformation, where the function is fast."""
    least_boundary: int = 500
    """Boundary pairs where there are few fresh ones."""
    early: int = 8
    """Slow functions are run on this part of the fresh pairs first."""
    asked_for_errors: int = 16
    """Inputs that are asked what they raise, where a function raises for all of them."""
    where_others_fail: int = 64
    """Arguments of counterexamples on which the relations are tried that these did not contradict."""
    draws_where_others_fail: int = 3
    """Drawn parameters for each of them."""
    complexity_step: int = 8
    """For each further step of complexity as many fresh pairs are needed again: what is longer was fitted to more."""
    least_sought: int = 500
    """Inputs that a search for a counterexample runs at least, also when its time is over; fewer in a glance."""
    sought_part: int = 6
    """A search runs one input for this many executions known."""
    per_branch: int = 5
    """Inputs of each branch that come first."""
    branch_rounds: int = 5
    """Rounds of drawing inputs for branches not reached yet, where calls are quick."""
    largest_chosen: float = 1e300
    """Larger numbers are left out: what they come from may not be a float."""
    step: int = 1_000
    """Inputs that are drawn and called at a time."""
    first_step: int = 4
    """So few inputs are drawn at first and after calls without an answer, else twice as many each time."""
    patience: int = 10_000
    """Inputs in a row that the conditions reject, after which the stream ends."""
    copied: int = 3
    """Inputs that tell whether values can be copied."""
    lost: int = 20
    """Inputs without an answer for which a function is refused, where they are also a large share."""
    lost_share: float = 0.25
    """That share of the inputs."""
    boundary_lost: int = 12
    """Boundary inputs that may get no answer: the patience with the original is needed elsewhere."""
    telling_share: float = 0.1
    """Share of the inputs from which on the reason for refusing them is reported, and not what is wrong with others."""
    sources: int = 1_000
    """Pairs that the search sees for each transformation."""
    fresh_of_slow: int = 400
    """Fresh pairs that a relation must have survived where calls, or drawing inputs, take too long for more."""
    fresh_of_law: int = 100
    """The same of a law where calls take too long for more: 400 pairs of an estimator that trains for 100 ms take 80 s.
    What holds on 100 fails on less than 3% of the inputs, with 95% confidence."""
    boundary_of_few: float = 1 / 2
    """Boundary pairs for each fresh one, where few are tried of a law at first."""
    least: int = 50
    """Fewer inputs are not worth a stage."""
    least_repeated: int = 10
    """Calls that are made again where they are slow: 50 of a forest of 100 trees took 16 s of 60."""
    enough_evaluations: float = 100.0
    """Evaluations in the budget with which relations are judged by as many pairs as with seconds."""
    least_thorough: float = 1 / 5
    """Share of these pairs that a budget with few evaluations gets."""
    few_evaluations: float = 5.0
    """A budget with fewer is for a glance: for one with a fifth of these, a fifth of the pairs."""
    most_drawn: int = 10
    """Inputs drawn for each one wanted, at most: the original refuses the others."""
    most_drawn_of_costly: int = 3
    """The same where drawing takes long: a stream that goes on for a transformation that few inputs suit took a third
    of the seconds."""
    drawn_by_hypothesis: int = 1_000
    """Inputs of a stream that Hypothesis draws, where the budget has no seconds: each takes a millisecond or more."""
    relative_tolerance: float = 1e-9
    """Relative tolerance of floats. The absolute one is so large a share of the median magnitude of the outputs."""
    most_absolute_tolerance: float = 1e-6
    """The absolute tolerance, at most: relations also compare numbers of other magnitudes."""
    single_tolerance: float = 1e-4
    """Relative tolerance of floats of single precision, and the absolute one at most. By as much scikit-learn compares
    them in its own tests: sums are rounded otherwise in another order, and a network passes that on."""
    single_digits: tuple[int, int] = (24, 21)
    """Binary digits of such floats, and of those that tell little of precision, such as halves."""
    least_rounded: int = 20
    """Different floats by which precision is told."""
    most_short: float = 0.5
    """Share of them that may tell little."""
    least_binades: int = 2
    """Powers of two that they span at least: numbers in whole units, such as seconds, have as few digits."""
    looks: int = 12_000
    """Pairs for the first looks at all transformations, about."""
    least_look: int = 200
    """The fewest pairs for the first look at one transformation of a fast function."""
    glance: int = 100
    """Inputs for a first look at a mutant."""
    least_glance: int = 5
    """The same where calls are slow."""
    least_examples: int = 5
    """Examples of an exported test in its trial run."""


TRIALS = TrialSettings()


@dataclass(frozen=True, slots=True)
class PaceSettings:
    """How the function is timed, and how long its calls may take, in seconds."""

    measured: int = 50
    """Inputs of the original on which its pace is measured."""
    beginning: float = 1.5
    """Seconds after which a trial run makes its first call, at the latest."""
    call_limit: float = 1.0
    """Seconds that one call may take, unless the function is slower, or so fast that less will do."""
    quickest: float = 0.1
    """Seconds before which no call is stopped."""
    quick: float = 1e-3
    """Seconds below which calls made one by one are timed again all at once."""
    enough_lost: int = 4
    """Calls without an answer, and none with one, after which there is none, whatever ended the measurement."""
    chunk: int = 1_000
    """Calls whose outcomes are kept together."""
    least_chunk: int = 10
    """The same where calls are slow: what was paid for is kept after fewer of them."""
    chunk_seconds: float = 0.1
    """What these calls take, about."""
    bounds: tuple[int, ...] = (10, 20, 100, 1_000, 10_000, 100_000, 1_000_000)
    """Magnitudes of ints that are tried in default domains, one after the other."""
    tried: int = 30
    """Inputs that are timed for each magnitude."""
    at_once: int = 5
    """Inputs of these that are called at a time."""
    quick_call: float = 0.0002
    """Seconds that it may always take."""
    slower: int = 4
    """How many times as long a function may take on larger ints that takes longer even on small ones."""
    slowest: int = 10
    """One that takes this many times the share on small ints is left as it is."""
    too_large: float = 0.1
    """The share of outputs that may be too large to compare."""
    repeats: int = 4
    """Times that what takes too long is timed again, because other processes may have taken the time."""
    surely: int = 20
    """What takes this many times as long as it may is not timed again."""
    slower_than_mean: int = 100
    """A call is stopped after this many mean durations, because mutants loop,"""
    slower_than_slowest: int = 10
    """but not before this many durations of the original's slowest call."""
    mutant_slower: int = 20
    """Mean durations of the original that a mutant may take for a call on average."""
    least_stage: float = 1e-3
    """Seconds that drawing fresh pairs counts with at least, for the rate of pairs in a second."""
    least_duration: float = 1e-4
    """Seconds that a call counts with at least: what is shorter cannot be measured."""
    lost_of_mutant: tuple[int, int] = (1, 3)
    """Time-outs and deaths of a mutant's process after which none of its calls is made any more."""
    lost_of_original: tuple[int, int] = (20, 200)
    """The same of the original without seconds in the budget; with seconds the deadline ends its calls."""
    least_trial: float = 0.1
    """Seconds that a trial run of exported tests has for its calls at least."""


PACE = PaceSettings()


@dataclass(frozen=True, slots=True)
class ExploringSettings:
    """How each transformation is explored."""

    least_searched: int = 4
    """Transformations that are searched even where their first looks left no mutant alive."""
    pairs_for_laws: int = 40
    """Pairs on which laws are looked for before anything else: few false ones hold on so many."""
    first_pairs_for_laws: tuple[int, ...] = (4, 12)
    """Of these pairs so many are run first: under most transformations no law holds of them."""
    glance: float = 0.1
    """Of the pairs of a whole look: a glance tells what looks cost, and leaves nothing out where they cost much."""
    worth_a_look: int = 2
    """How many times as large as a glance a look must be."""
    rejected: int = 20
    """Rejected relations that are remembered for each transformation."""
    counterexamples: int = 5
    """Most counterexamples to one relation that go back into the executions after each round."""
    least_news: float = 0.1
    """A transformation is not searched where fewer of its follow-ups differ from their source and from each other."""
    rounding: float = 1e-9
    """Numbers below this magnitude count as zero here."""
    rows_a_pair: int = 9
    """Incorrect rows for each pair, on average."""
    rows_of_a_look: int = 3
    """The same in a first look."""
    expressions_of_a_look: int = 2_000
    """Terms that the join evaluates in a first look."""
    atoms_of_a_look: int = 300
    """Atoms of clauses that it takes there."""
    kept_of_a_look: int = 500
    """Relations that it keeps there."""


EXPLORING = ExploringSettings()


@dataclass(frozen=True, slots=True)
class MutantSettings:
    """How many mutants take part."""

    least: int = 4
    """Mutants that are run however slow the function is."""
    least_telling: int = 3
    """With fewer different mutants of the function itself that return wrong values, mutants of the outcomes join; those
    that are wrong in the same way count once."""
    compared: int = 3
    """Wrong outcomes by which, beside the inputs they come for, two mutants are different."""
    traced: int = 50
    """Inputs on which the functions are found that calls reach: boundaries and constants come first, then others."""
    helpers: int = 20
    """Helpers that are mutated, the nearest ones: to find the changes of one takes about 1 ms a line."""
    least_of_helpers: int = 20
    """Mutants of helpers that return wrong values and join where the function's own are enough: one for each helper."""
    looked_at_of_helpers: int = 200
    """Mutants of helpers that are run to find these."""
    enough_telling: int = 50
    """Mutants that return wrong values, with which none are added to those of mutmut."""
    further: int = 400
    """Further mutants that are looked at."""


MUTANTS = MutantSettings()


@dataclass(frozen=True, slots=True)
class SameErrorSettings:
    """Relations that both calls raise the same error."""

    reported: int = 2
    """Most of these relations that are reported."""
    raising: int = 20
    """The minimum number of pairs tried that raise."""
    pairs: int = 50
    """Pairs that raise, and as many that do not, on which mutants are run."""
    transformations: int = 12
    """Transformations that are looked at."""
    examples: int = 3
    """Sources that the exported test always runs."""
    asked: int = 2
    """Inputs looked at for each one that must be accepted: those that raise are among them."""


SAME_ERRORS = SameErrorSettings()


@dataclass(frozen=True, slots=True)
class ScenarioSettings:
    """How many rows of several calls are tried, and what their relations must show."""

    history: int = 6
    """Calls that are made on an object before those that a relation speaks of, at most,"""
    longest_history: int = 30
    """unless a number from that up to this is in the source of the class: a log of nine entries forgets the tenth."""
    probes: int = 4
    """Calls with arguments by which it is seen, on copies, what an object is like, at most."""
    outputs: int = 300
    """Outputs of a function that stand for the inputs of another, of which nothing is known."""
    glance: int = 40
    """Rows on which each claim is tried first: nearly all are false on one of them."""
    screened: int = 300
    """Rows that the claims which hold on those are tried on."""
    mutated_first: int = 10
    """Rows on which mutants are run first."""
    mutated: int = 60
    """Rows on which mutants are run."""
    in_each_place: int = 200
    """The first boundary inputs, special characters among them, that stand in each place of a row: at a boundary an
    input may matter in one place alone."""
    boundary: int = 400
    """Rows of boundary inputs beside those, in half of which some inputs are the same; fewer in a glance."""
    repeated: float = 1 / 2
    """The share of inputs of such a row that are one of those before them."""
    least_applicable: float = 1 / 10
    """The share of rows to which a claim must apply: Hypothesis gives up where it refuses nearly all inputs."""
    least_tried: float = 1 / 4
    """The share of the fresh rows wanted to which it must have applied."""
    least_rows: int = 20
    """The fresh rows to which it must have applied where there are few inputs at all."""
    rows_of_rare: int = 4
    """Times as many rows are tried where it applies to fewer."""
    least_outputs: int = 3
    """Different outputs that a function must give, if it gives others than Booleans: of a constant all laws hold."""
    reported: int = 4
    """Relations of several calls that are reported."""
    of_one_law: int = 2
    """Relations of one law among them."""
    inputs_of_usual: int = 8
    """Different inputs for which a predicate must give a truth value, so that never to give it for like ones says much:
    with fewer it may be that of some constants of its source."""
    flag_values: int = 2
    """Values of an argument that is a flag at most, which is not added, multiplied or joined."""
    least_attained: float = 1 / 100
    """The share of rows on which a bound must be attained: that a fare is above the number of zones says little."""
    usual_bounds: tuple[int, ...] = (-1, 0, 1)
    """Numbers that may bound what a function gives, beside those of its source."""
    postconditions: int = 4
    """Postconditions that are reported."""
    after_single_calls: float = 0.95
    """What postconditions leave to all that follows, as a share of the seconds that are left."""
    of_one_law_of_state: int = 4
    """The same for the relations of a class, which has several methods."""
    least_taken: float = 1 / 2
    """The share of what a function gives that a parameter must take, so that it is passed on."""
    moduli: int = 3
    """Constants of the source that are tried as the modulus of a sum."""
    numbers: int = 6
    """Constants of the source that are tried as neutral and absorbing elements."""
    most_number: int = 10**6
    """The largest of them."""
    numbers_of_parts: int = 2
    """Constants of the source of each function beyond which two functions may be equivalent alone."""
    places: int = 19
    """The last index that is drawn into a sequence of the usual length."""
    examples: int = 3
    """Inputs that the exported test always runs."""
    after: float = 0.8
    """What scenarios leave to all that follows, as a share of the seconds that are left."""
    after_costly_draws: float = 0.6
    """The same where drawing is costly: what scenarios draw need not be drawn again for what follows. Judging one
    law of a text that Hypothesis draws in 2 ms took 8 of the 23 seconds that were left."""


SCENARIOS = ScenarioSettings()


@dataclass(frozen=True, slots=True)
class ShowingSettings:
    """How much of a relation and of a run is kept to be shown."""

    context: int = 3
    """Lines of context in the diff of a mutant."""
    curves: int = 10
    """Transformations of which curves are kept: those with most generations."""
    points: int = 40
    """Generations that are kept of each."""
    front: int = 30
    """Trees of its front that are kept."""
    looked_at_for_errors: int = 100
    """Inputs that are looked at for an ordinary pair, and on which mutants of an accepted relation are run."""
    witnesses: int = 3
    """Mutants of which pairs are shown."""
    looked_at: int = 60
    """Sources that are looked at for an ordinary pair."""
    refusals: int = 3
    """Reasons for refusing inputs in an error message."""


SHOWING = ShowingSettings()


@dataclass(frozen=True, slots=True)
class CounterexampleSettings:
    """The search for a counterexample."""

    small: int = 8
    """Largest magnitude of whole numbers that behaviour is told apart by; of others only the sign counts."""
    long: int = 3
    """Length from which on sequences count as of one behaviour."""
    compared: int = 3
    """Arguments that are compared with an output."""
    parts: int = 1 << 20
    """Of the distance of two ints."""
    sideways: float = 0.3
    """Chance that an execution of the same slack takes the place of another."""
    asked: tuple[int, ...] = (1, 64, 64)
    """Climbers of which the one with the least slack makes the next step."""
    attempts: int = 4
    """Most variants made for each one that is wanted: in small domains all have been run."""
    batch: int = 50
    """Inputs that run together."""
    bits: int = 50
    """Times that a gap is halved until it is closed, mostly."""
    trust: int = 4
    """Gaps along an argument that may turn out to be none, and one more for each place with a jump."""
    between: float = 1 / 4
    """Share of the inputs that lie between two that were reached."""
    jumping: float = 1 / 3
    """Share of the inputs that close in on a jump of the output."""
    passing: float = 1 / 16
    """Share of the inputs in which an output takes the place of an argument: few have one that fits."""
    symbolic_tick: float = 0.05
    """Seconds between two looks at the process of symbolic execution."""


COUNTEREXAMPLES = CounterexampleSettings()


@dataclass(frozen=True, slots=True)
class SubsumptionSettings:
    """When a relation is entailed by others."""

    enough: int = 100
    """Perturbed outputs that must have satisfied the relation known."""
    tries: int = 1_500
    """Perturbed outputs that are tried to contradict that one relation entails another."""
    satisfying: int = 400
    """Of these that satisfy the known relation, after which the others are not needed."""
    at_hand: int = 40
    """Rows on which the other relation says something are tried as often as all others."""
    unmoved: float = 0.7
    """Share of the outputs at which a part changes that are not moved away from there."""
    repetitions: int = 64
    """Most repetitions of a change of the output."""
    close: float = 1e-12
    """Relative difference of two amounts of change that count as the same: rounding, and nothing else."""
    largest_output: int = 1_000
    """Magnitude of the outputs with which it is tried what follows from a slope."""
    attempts: int = 3
    """Perturbed outputs with which a row is tried to see whether the other relation says something on it."""
    telling: float = 0.5
    """The chance that a row is one on which it does."""
    changing: float = 0.8
    """The chance that outputs lie where a part of a relation changes between true and false."""


SUBSUMPTION = SubsumptionSettings()


@dataclass(frozen=True, slots=True)
class ShownPairSettings:
    """Which pair of calls a person is shown, and which sources tests always run."""

    killing: int = 6
    """Sources that kill mutants, which the exported test always runs."""
    hardest: int = 4
    """Examples of the hardest ones."""
    huge: float = 1e6
    """Numbers of a larger magnitude say little to a person."""
    tiny: float = 1e-3
    """And so do those of a smaller one."""


SHOWN_PAIRS = ShownPairSettings()


@dataclass(frozen=True, slots=True)
class CounterexampleStartSettings:
    """Where the search for a counterexample starts."""

    closest: int = 40
    """Executions of least slack to start from."""
    alike: int = 8
    """Starts of the same slack."""
    others: int = 24
    """Other executions to start from."""
    least_cuts: int = 2
    """Places at which a gap is cut at once, where many rounds are left."""
    most_cuts: int = 15
    """Places where few rounds are left."""


COUNTEREXAMPLE_STARTS = CounterexampleStartSettings()


@dataclass(frozen=True, slots=True)
class MutationStepSettings:
    """How inputs are changed into others close to them."""

    more: float = 0.35
    """The chance that one more argument is changed, and again."""
    all_arguments: float = 0.1
    """The chance that all arguments are changed."""
    least: float = 0.25
    """No kind of step gets less weight."""
    first: int = 4
    """Steps that count as successful before any was made, out of twice as many."""
    again: tuple[int, ...] = (1, 2, 4, 16)
    """Multiples of the last step that are tried once more."""
    unit: float = 0.5
    """The chance that a value that is no plain data, such as a date, moves by one unit, and not by a constant."""
    piece: float = 0.5
    """The chance that what is put into a text is one of the source's pieces."""
    other_case: float = 0.5
    """The chance that a text in a sequence changes its case, and is not replaced."""
    put_in: int = 300
    """Values of a domain that Hypothesis draws that edits put in; these are used again and again."""


MUTATION_STEPS = MutationStepSettings()


@dataclass(frozen=True, slots=True)
class PerturbingSettings:
    """How outputs are perturbed, and made up."""

    scales: tuple[float, ...] = (1.0,) * 7 + (0.125, 0.5, 16.0, 1024.0, 2.0**20, 2.0**35, 2.0**-20)
    """Powers of two: sums and products of small multiples are exact, so that rounding contradicts nothing."""
    multiples: tuple[int, ...] = (0, 0, 1, 1, -1, -1, 2, -2, 3, -3, 4, 5, -6, 7, -9, 12)
    """Numbers that are made up are such multiples of a scale."""
    lengths: tuple[int, ...] = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8)
    """How many elements or characters a made-up value has."""
    landmark: float = 0.2
    """The chance that a number is one that the relations have, or next to it."""
    nan: float = 0.05
    """The chance that a float is NaN, where floats may be."""
    long: int = 40
    """The length of seldom, long values."""
    seldom: float = 0.03
    """The chance of a long value."""
    made: float = 0.4
    """Below this random number outputs are made up."""
    tied: float = 0.55
    """Below this one they are made up, both calls alike."""
    altered: float = 0.8
    """Below this one they are altered; above they are those of other calls."""
    element: float = 0.4
    """The chance that one element of a sequence is altered, and not the sequence."""
    unsorted: float = 0.8
    """The chance that an altered sequence is not sorted."""
    same: float = 0.3
    """The chance that an output that is made alike is the very one of the other call."""
    input_landmark: float = 0.5
    """The chance that the number compared with is an input of the call."""
    parts: int = 2
    """Elements of a made-up sequence within a sequence, at most."""


PERTURBING = PerturbingSettings()


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """How the parent talks to worker processes, and how long it waits for them."""

    loading_seconds: float = 60.0
    """Time that a worker may take for anything but a call, such as importing the subject's modules."""
    memory: int = 2 * 2**30
    """Bytes that a worker may hold, where nothing else is said."""
    least_memory: int = 512 * 2**20
    """Fewest bytes that a worker may hold."""
    slack_seconds: float = 0.1
    """Time beyond twice the limit of a call after which the worker is ended from outside."""
    catching_up_seconds: float = 1.0
    """Time for the rest of a batch whose answer was no longer waited for: importing anew can take longer."""
    first_call_seconds: float = 10.0
    """Time that the first call of a process may take at most."""
    exit_seconds: float = 1.0
    """Time for a worker that has closed its pipe to end, so that its exit status says why."""
    read_bytes: int = 1 << 18
    """Bytes read from a pipe at once."""
    reason: int = 300
    """Characters of what a process that answers requests says where it fails."""
    longest_tick: int = 100
    """Milliseconds between two looks at the worker, at most."""
    batch: int = 1_000
    """Inputs of one message: enough to make messages cheap, few enough to repeat after a death."""
    first_batch: int = 100
    """Inputs in the first message of a change with a pace, which shows how slow it is."""
    environment: tuple[tuple[str, str], ...] = (("LOKY_MAX_CPU_COUNT", "1"), ("OMP_NUM_THREADS", "1"))
    """Variables of workers that the user has not set. scikit-learn's joblib starts a program to count cores unless it
    is told their number, and workers refuse to start programs. Threads of linear algebra wait for each other in loops:
    beside another busy process fits of `LogisticRegression` to 6 to 19 rows took 248 ms with two, and 9 ms with one
    (medians of 40, values of about 100)."""
    environment_again: tuple[tuple[str, str], ...] = (
        ("OMP_NUM_THREADS", "2"),
        ("OMP_WAIT_POLICY", "PASSIVE"),
        ("OPENBLAS_THREAD_TIMEOUT", "4"),
    )
    """Variables of workers that repeat the calls of a seeded function, in place of what the user has set: two threads,
    which do not wait in loops."""


WORKER = WorkerSettings()


@dataclass(frozen=True, slots=True)
class CacheSettings:
    """The file of outcomes that all runs share."""

    max_bytes: int = 256 * 2**20
    """Size of the content from which on the oldest outcomes are removed."""
    evicted_part: int = 10
    """One of this many bytes is freed at once, so that it does not happen at each store."""
    journal_bytes: int = 4 * 2**20
    """Size to which the write-ahead log is cut after a checkpoint."""
    compression: int = 1
    """Level of zlib: higher ones are slower than the calls they save."""
    lock_seconds: float = 2.0
    """Time to wait for another process that has locked the file."""
    lock_interval: float = 0.005
    """Seconds between two tries to lock."""
    remembered_inputs: int = 50_000
    """Inputs of the lists last seen whose keys are kept: more than one transformation needs, and some megabytes."""


CACHE = CacheSettings()


@dataclass(frozen=True, slots=True)
class ObservationSettings:
    """What is seen of the function and its mutants: rows of the table, and outputs."""

    max_rows: int = 9_000
    """Maximum number of correct rows, and of incorrect ones (paper, section 6)."""
    longest_value: int = 2_000
    """Executions with longer texts or sequences are not put into the table; the plain meaning judges them."""
    first_pairs: int = 64
    """Pairs that a mutant is run on first."""
    tuple_lengths: range = range(2, 9)
    """A function whose outputs are tuples that all have one of these lengths has several outputs."""
    listed_names: int = 6
    """Names of fields or keys that an error message lists."""


OBSERVATION = ObservationSettings()


@dataclass(frozen=True, slots=True)
class KernelSettings:
    """The layout of the compiled evaluation in memory; results do not depend on it."""

    block: int = 512
    """Rows that a step works on at once, a multiple of 64: what they need stays in the processor's caches."""
    span: int = 4
    """Blocks whose comparisons are made before the steps on Booleans, which a single block hardly occupies."""
    cache_line: int = 8
    """Numbers of 64 bits; registers that straddle lines were measured to cost a third more."""
    arena: int = 1 << 20
    """Elements that the arena has room for at first; where it is full, all that was made is made again."""
    margin: int = 16
    """Elements of a row that are read and written at once, of which some may lie beyond either end: loops that end for
    each row elsewhere were measured to cost five times as much."""
    number_room: int = 20
    """Characters kept free for an int written as a text: at least the sign and the digits of `largest_written`."""
    largest_written: float = 1e18
    """Ints from here on, which no valid tree has, are written as an empty text."""


KERNEL = KernelSettings()


@dataclass(frozen=True, slots=True)
class SensitivitySettings:
    """How much a relation must notice of changed outputs, so that it says something about them."""

    foreign_elements: int = 64
    """Number of foreign elements at both ends that makes a text or sequence another one."""
    small_change: float = 100.0
    """Multiple of the tolerance by which an output is changed that an equality must notice."""
    large_change: float = 1e7
    """Multiple of the tolerance by which an output is changed to one of another magnitude."""
    noticed_small: float = 0.9
    """Share of the rows where a large change is noticed on which an equality must notice a small one."""
    noticed: float = 0.1
    """Share of the correct rows on which a relation must notice a change."""


SENSITIVITY = SensitivitySettings()


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """What a search keeps of the relations that it has seen."""

    kept: int = 4
    """Relations kept for each set of killed mutants, and none with this many better ones: some will turn out false."""
    max_relations: int = 600
    """Maximum number of relations that are worth keeping."""
    chunk: int = 512
    """Relations compared with all others at once."""


ARCHIVE = ArchiveSettings()


@dataclass(frozen=True, slots=True)
class LawSettings:
    """How instances of laws are made of executions."""

    least_rows: int = 3
    """Correct executions on which a law must hold: that it holds for all of two says little of them."""
    least_fitted_rows: int = 10
    """Correct executions to which numbers are fitted; to fewer they fit by chance."""
    fitted_rows: int = 32
    """Correct executions to which its numbers are fitted; it is tried on all of them afterwards."""
    close: float = 1e-9
    """The relative difference of two fitted numbers that count as the same."""
    nearly_plain: float = 1e-6
    """A fitted factor as close to 1 as this is left out: the input hardly changed."""
    digits: int = 12
    """Digits of a fitted number: beyond these it is rounding."""


LAW_SEARCH = LawSettings()


@dataclass(frozen=True, slots=True)
class CoevolutionSettings:
    """Figures of a search that no preset changes; all others are in `search.parameters`."""

    seed_bits: int = 63
    """Bits of the seeds drawn for compiled code: those of a positive 64-bit int."""
    trees_of_join: int = 5_000
    """Trees that a join without tight limits scores on all rows, about; none begins where the budget has less."""
    matched_words: int = 64
    """Words of 64 rows by which mates are matched, spread over the table."""
    first_room: int = 4_096
    """Trees for whose figures there is room at first."""


COEVOLUTION = CoevolutionSettings()


@dataclass(frozen=True, slots=True)
class GrammarSettings:
    """The leaves that every grammar has."""

    small_constants: tuple[int, ...] = (0, 1, 2, -1)
    """Constants that relations may hold whatever the subject's source says."""
    least_weight: float = 0.1
    """Weight of a constant that the source holds seldom; the most frequent one has 1."""


GRAMMAR = GrammarSettings()


@dataclass(frozen=True, slots=True)
class BreedingSettings:
    """How trees grow and change. Compiled code takes these numbers as constants."""

    leaf_share: float = 0.3
    """Probability that a leaf is taken where both a leaf and an operator would fit."""
    smallest_limit: int = 3
    """Nodes: the size limits of new trees are drawn from here to the largest size."""
    crossover_tries: int = 9
    """Places tried in the second parent for a subtree that fits."""
    subtree_room: int = 5
    """Nodes that a subtree grown by mutation may have."""
    known_share: float = 0.5
    """Probability that a constant is one of the grammar's."""
    int_share: float = 0.8
    """Up to this number of the same draw a constant is an int; the rest are floats, where floats occur."""
    largest_constant: int = 10
    """Bound of the constants that are drawn."""
    steps_of_one: int = 100
    """Steps between two whole numbers of floats that are drawn: two decimals."""
    redrawn_share: float = 0.5
    """Probability that a constant which is to change becomes any other; else one close by."""
    constant_step: float = 0.1
    """Largest change of a float to one close by: this share of its value, or this number where that is less than 1."""


BREEDING = BreedingSettings()


@dataclass(frozen=True, slots=True)
class JoinSettings:
    """The join as a whole: rounds on a sample of rows that grows by what contradicts it."""

    rounds: int = 3
    """Times that claims are computed, each time on a sample with the counterexamples of the time before."""
    counterexamples: int = 32
    """Rows that contradict what the sample suggests, which join it after each round."""
    least_rows: int = 5
    """Correct rows without which no join begins: on fewer, anything holds."""
    rows_of_region: int = 12
    """Rows that the sample should have where a claim beside an exception must hold."""
    suspects: int = 4
    """Candidates that some row contradicts, looked at for each counterexample that is taken."""
    exception_part: int = 3
    """One of this many atoms is a comparison of inputs, which may stand as an exception."""
    output_part: int = 6
    """One of this many atoms is a comparison of outputs, which may stand as an exception."""
    bound_part: int = 4
    """One of this many atoms is an inequality."""
    regional_part: int = 3
    """One of this many atoms is an equality of a region."""
    solved_part: int = 5
    """One of this many terms compared is put on a line with others."""
    compound_size: int = 3
    """Nodes of the terms that Boolean functions may compare."""


JOIN = JoinSettings()


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """The rows on which a join computes terms, and rows with made-up values beside them."""

    quads: int = 8
    """Inputs that get two values for each side, in all four combinations."""
    smallest_magnitude: float = 1e-6
    """Share of the median magnitude below which numbers are told apart absolutely."""
    factors: tuple[float, float] = (0.5, 1.5)
    """Between these lies what a known value is multiplied by for a made-up one, before the spread is added."""
    least_spread: float = 10.0
    """Largest number added to made-up values at least, however small the known ones are."""
    largest_spread: float = 1e300
    """Bound for the spread of made-up values, which stay finite, mostly."""


SAMPLE = SampleSettings()


@dataclass(frozen=True, slots=True)
class TermSettings:
    """The terms of a join. Compiled code takes some of these numbers as constants."""

    largest: int = 5
    """Nodes of a term."""
    size_in_one_go: int = 4
    """Nodes: up to this size terms come in one go; of larger ones, which the limit may cut, those with outputs come
    first."""
    constants: int = 10
    """Number of the grammar's constants that terms hold, the first ones."""
    measures: int = 24
    """Number of measures of texts and sequences that terms hold."""
    key_rows: int = 24
    """Rows by which a term is looked up; it is compared on all."""
    key_steps: float = 1e7
    """Relative fineness by which magnitudes are told apart when a term is looked up."""
    agreement_steps: float = 1e8
    """Relative fineness by which agreement on a row is found; no values are compared afterwards."""
    chain: int = 8
    """Terms compared of those that are alike on the key rows."""


TERMS = TermSettings()


@dataclass(frozen=True, slots=True)
class FittingSettings:
    """Lines through values of terms, and the constants that these are snapped to."""

    close: float = 1e-9
    """Relative distance within which a number is a whole one; what is snapped is checked on all rows afterwards."""
    snapped: float = 1e-12
    """Relative distance; constants further from simple ones are tried as they are, too."""
    digits: int = 6
    """Decimals of the numbers that constants are snapped to, at most."""
    denominators: range = range(2, 13)
    """Denominators of the fractions that constants are snapped to."""
    largest_snapped: float = 1e9
    """Larger numbers are not snapped: `close` would no longer tell whole numbers apart."""
    solutions_of_region: int = 30
    """Lines kept for each region."""
    tolerances: float = 10.0
    """Multiple of the tolerance by which a row may be off a line that it counts to."""


FITTING = FittingSettings()


@dataclass(frozen=True, slots=True)
class EqualitySettings:
    """Equalities and inequalities between terms."""

    rounding: float = 1e-9
    """Relative difference that rounding may make: less is no difference."""
    members: int = 12
    """Terms paired of those that are equal by a law, the most readable ones."""
    members_of_side: int = 3
    """Further terms paired of those that mention outputs of one call."""
    pairs_of_region: int = 40
    """Pairs kept for each region."""
    compared: int = 5_000
    """Terms that are looked at in regions."""
    inequality_share: float = 0.3
    """Share of the rows on which inequalities hold that are claims of clauses."""
    equality_share: float = 0.15
    """Share of the rows on which equalities hold that are claims of clauses."""
    surplus: int = 3
    """The inequalities looked at, as a multiple of those wanted."""
    steps_into_elements: int = 2
    """The steps to what is changed inside of the elements of a nested output: further inside nobody reads it."""
    changes_of_an_output: int = 2
    """Changes of an output looked for that always give the follow-up's: further ones say the same in other words."""
    times: tuple[int, ...] = (1, -1, *range(2, 61))
    """How often an output may move by what is drawn: the minutes of an hour are the most that people count by."""


EQUALITIES = EqualitySettings()


@dataclass(frozen=True, slots=True)
class SequenceTermSettings:
    """Terms whose values are texts or sequences."""

    indices: tuple[int, ...] = (0, -1)
    """Places that an element is removed from."""
    counts: tuple[int, ...] = (1, 2, -2)
    """Numbers of elements that a sequence is truncated by."""
    constants: int = 4
    """Number of the grammar's constants that elements are changed by."""
    variables: int = 6
    """Numbers that are no constants, tried with each operation."""
    steps: float = 1e7
    """Relative fineness by which magnitudes of floats are told apart."""
    elements: int = 4_000_000
    """Elements looked at, in all terms and rows, about."""


SEQUENCE_TERMS = SequenceTermSettings()


@dataclass(frozen=True, slots=True)
class SequenceClaimSettings:
    """What is claimed of two texts or sequences: that they are equal, or one begins with the other or holds it."""

    numeric_terms: int = 10
    """Numeric terms that may be evaluated in place of one term here, which takes longer."""
    width: int = 60
    """Terms compared with each other on all rows."""
    compared: int = 300
    """Terms that are looked at in regions."""
    pairs_of_region: int = 40
    """Pairs kept for each region."""
    equality_share: float = 0.15
    """Share of the rows on which equalities hold that are claims of clauses."""
    law_part: int = 4
    """One of this many atoms is an equality that always holds."""
    regional_part: int = 6
    """One of this many atoms is an equality of a region."""
    rare_part: int = 8
    """One of this many atoms is an equality that holds on a share of the rows."""
    beginning_part: int = 8
    """One of this many atoms says that one text or sequence begins with another, or holds it."""
    part_share: float = 0.3
    """Share of the rows on which beginnings and parts hold that are claims of clauses."""
    parts: int = 24
    """Terms that are looked at as beginnings and parts of each other."""


SEQUENCE_CLAIMS = SequenceClaimSettings()


@dataclass(frozen=True, slots=True)
class ClauseSettings:
    """Clauses: a claim beside an exception, and which of those alike are kept."""

    least_rows: int = 6
    """Rows of the sample in a region; those with fewer suggest too much."""
    least_share: float = 0.01
    """Share of the correct rows on which a claim beside an exception must be needed; less may be chance."""
    alike_clauses: int = 2
    """Clauses kept of those that reject the same incorrect rows."""
    alike_relations: int = 2
    """Relations kept of those that reject the same incorrect rows."""
    killing_the_same: int = 8
    """Relations kept of those that kill the same mutants."""
    surplus: int = 4
    """The clauses looked at, as a multiple of those wanted."""


CLAUSES = ClauseSettings()


@dataclass(frozen=True, slots=True)
class TrialRunSettings:
    """Runs of the exported tests in a process of their own, before they are handed over."""

    examples: int = 100
    """Examples of each test: Hypothesis's own default."""
    many_examples: int = 2_000
    """Examples of each test in the last run of a verification."""
    seeds: tuple[int, ...] = (1, 2, 3)
    """Hypothesis's seeds of the other runs of a verification."""
    seconds: float = 60.0
    """An exported file that needs longer for one run is not written."""
    verification_seconds: float = 300.0
    """Nor is one whose verification needs longer for a run, in the mean."""
    late_seconds: float = 20.0
    """Further time for a file whose tests were not run within the budget: on a busy machine Python and Hypothesis alone
    need several seconds to start, and what was found shall not be lost for that."""
    late_examples: int = 10
    """Examples of each test in that time."""
    late_inputs: int = 3
    """Inputs of each test of samples in that time: all inputs of a whole file may take half of `seconds`."""
    memory: int = 2 * 2**30
    """Bytes that the process may hold."""
    tick: float = 0.05
    """Seconds between two looks at whether the run shall stop."""
    decimal_digits: int = 4_000
    """Longer ints are written in base 16: Python reads no more than 4,300 decimal digits."""
    large_input: int = 200
    """Elements from which on Hypothesis's checks of size are suppressed. Measured with Hypothesis 6.170: lists fail by
    their size from 600 floats, 300 texts of ten letters or 300 lists of ints on."""
    drawn_above_least: int = 5
    """Elements that Hypothesis draws beyond the fewest possible, about."""


TRIAL_RUN = TrialRunSettings()


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """Saved files."""

    deepest: int = 100
    """Lists within lists; what functions return is at most ten deep, with a tag or two for each level in a file."""
    decimal_bits: int = 2_000
    """Bits of an int from which on it is written in base 16: Python refuses to write longer numbers in decimal
    notation, from a length on that users may set."""


STORED = StoredSettings()


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """Saved relations, tried again as tests of today's code."""

    drawn: int = 1_000
    """Inputs drawn for each relation, beside those that are stored with it."""
    looked_at: int = 600
    """Inputs by which it is seen whether conditions tie lengths of arguments to each other."""
    limit: float = 10.0
    """Seconds after which both calls together are ended, or one of many runs, and the relation does not hold."""


REPLAY = ReplaySettings()


@dataclass(frozen=True, slots=True)
class PrintedSettings:
    """What terminals and docstrings show: widths in characters, and how much is listed."""

    width: int = 100
    """Columns of a table of relations, where nobody says how many there are."""
    narrowest: int = 70
    """Columns that a table of relations has at least."""
    evidence_width: int = 20
    """Columns for the evidence of a relation."""
    other_columns: int = 34
    """Columns for all that stands beside formula and evidence, where `usual_killed` is not exceeded."""
    usual_killed: int = 9
    """Characters of what is said of mutants killed; where it is longer, formulas get less room."""
    batch_width: int = 120
    """Columns of the table of a batch, where nobody says how many there are."""
    narrowest_terminal: int = 60
    """Columns of a terminal; for narrower ones nothing is made smaller."""
    named_types: int = 3
    """Types of exceptions that are named, the most frequent ones."""
    reasons: int = 3
    """Reasons why inputs were refused that are named."""
    examples_of_sort: int = 2
    """Examples shown that kill mutants, and examples that are hard, where there are more."""
    longest_example: int = 200
    """Characters of an example; longer ones are left out where there are shorter ones."""
    line_length: int = 88
    """Characters of a line of a written test file whose project says nothing: the default of ruff and black."""
    deeper_pieces: int = 12
    """Columns by which the pieces of a long literal stand deeper than its line, at most: three indentations."""
    least_piece: int = 20
    """Characters of a piece of a literal, however short lines are."""
    longest_line: int = 200
    """Characters of what is reported in one line."""
    number_digits: int = 9
    """Digits of the number of a relation on the command line; a longer one is that of no relation."""
    pause: float = 5.0
    """Seconds between two plain lines about the same stage."""


PRINTED = PrintedSettings()


@dataclass(frozen=True, slots=True)
class ReportPageSettings:
    """The HTML report."""

    page_bytes: int = 4_700_000
    """Size of a page, about: it has to stay below 5 MB however many functions there are."""
    least_section_bytes: int = 16_000
    """Size that the section of a function may have, however many functions there are."""
    most_section_bytes: int = 200_000
    """Size that the section of a function may have, however few functions there are."""
    colours: int = 6
    """Colours of stages; further stages begin again with the first."""
    stages: int = 12
    """Stages shown of a run, which has fewer."""
    pair_lines: int = 8
    """Lines of one pair: of functions with many outputs the first ones."""
    parameters: int = 12
    """Parameters whose domains are shown."""
    line: int = 200
    """Characters of a line of a diff, a domain, a transformation, or a reason in the overview."""
    mutant: int = 120
    """Characters of the change that a mutant is."""
    stage: int = 40
    """Characters of the name of a stage."""
    summary: int = 1_000
    """Characters of what stands above a set of relations."""
    refusal: int = 4_000
    """Characters of the reason why there is no set."""


REPORT_PAGE = ReportPageSettings()


@dataclass(frozen=True, slots=True)
class SuitabilitySettings:
    """Which functions of a project genmorph can be run on, and guesses of their domains."""

    guessed_parameters: int = 3
    """Parameters of which nothing is said; for more of them no guess is made."""
    guesses: int = 200
    """Guesses tried of a function."""
    calls: int = 40
    """Calls by which a function or a guess is judged."""
    draws: int = 20
    """Inputs drawn for each call, at most; what the conditions do not allow is left out."""
    first_calls: int = 6
    """Calls by which a guess is seen to be wrong."""
    limit: float = 0.5
    """Seconds for a call."""
    accepted: float = 0.75
    """Share of the inputs that the function accepts where a guess is right."""
    acceptable: float = 0.5
    """Share of the inputs that it accepts where a guess will do, because none is right."""
    silence_seconds: float = 120.0
    """Time without a word after which a survey is given up: importing a module, or trying one function."""
    tick: float = 0.2
    """Seconds between two looks at whether a survey shall stop."""


SUITABILITY = SuitabilitySettings()


@dataclass(frozen=True, slots=True)
class PairSettings:
    """Proposing functions between which relations are worth inferring."""

    most: int = 60
    """Pairs proposed, at most."""
    tried: int = 400
    """Pairs that are tried, at most, in the order in which they are found: names before types."""
    parameters: int = 3
    """Required parameters of a function that is tried, at most."""
    calls: int = 200
    """Calls of a pair whose first function takes several arguments; one argument is each of the typical values."""
    instances: int = 6
    """Instances of a class on which its methods are called."""
    call_seconds: float = 0.25
    """Time for a call of both functions."""
    pair_seconds: float = 2.0
    """Time after which a pair is called no further."""
    seconds: float = 45.0
    """Time for all pairs; those that are left are proposed untried."""
    silence_seconds: float = 60.0
    """Time without a word after which a module or a pair is left out: importing the one, or trying the other."""
    deaths: int = 4
    """Processes that may crash or fall silent before what is found by then is all."""
    share: float = 0.5
    """Share of the inputs that must come back where types alone speak for a pair and both functions take the same."""
    told: int = 2
    """Fewest inputs that must come back in such a pair."""


PAIRS = PairSettings()


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """Inferences of a whole catalogue, each in a process of its own."""

    start_seconds: float = 600.0
    """Time in which everything is loaded, or compiled after an installation."""
    slack_seconds: float = 180.0
    """Time beyond its budget after which a process is given up."""
    seconds_without_clock: float = 3600.0
    """Time after which a process is given up whose budget has no seconds."""
    grace_seconds: float = 20.0
    """Time for an interrupted inference to save what it found."""
    tick: float = 0.1
    """Seconds between two looks at whether an inference shall stop."""
    long_seconds: float = 60.0
    """Time after which a running function is reported, and again."""
    looks: int = 12
    """Looks at the running functions within that time."""
    lock_seconds: float = 0.5
    """Time to wait for another batch that keeps the journal of the folder locked."""


BATCH = BatchSettings()


@dataclass(frozen=True, slots=True)
class FuzzingSettings:
    """Crash tests from annotations."""

    call_seconds: float = 10.0
    """Time for a call of a function that has no `@timeout`."""
    other_seconds: float = 10.0
    """Time for all other calls of a function, where no budget is given."""
    rounds: int = 10
    """Rounds of Hypothesis for a function within one process, each with a new seed."""
    max_losses: int = 4
    """Calls that do not come back, after which a function is left alone."""
    exit_seconds: float = 1.0
    """Time in which a process may end by itself when its time is over."""
    tick: float = 0.05
    """Seconds between two looks at the process."""
    memory: int = 2 * 2**30
    """Bytes that the process may hold."""
    max_causes: int = 100
    """Exceptions followed from an exception to its causes, which may go in circles."""
    longest_message: int = 200
    """Characters shown of an exception's message."""
    longest_argument: int = 200
    """Characters shown of an argument."""


FUZZING = FuzzingSettings()


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How programs that learn are checked with ready-made relations."""

    pairs: int = 40
    """Pairs that are drawn for a coefficient of correlation, where none are given."""
    fewest_pairs: int = 3
    """Through two points every correlation is perfect."""
    slopes: tuple[float, float] = (0.3, 1.0)
    """Slopes of drawn pairs, of either sign: without a correlation no change of the sign is seen."""
    pair_range: float = 10.0
    """Drawn x lie as far on both sides of 0."""
    pair_noise: float = 3.0
    """Standard deviation of drawn y about their line: the coefficient lies well between 0 and 1."""
    of_coefficients: float = 1e-6
    """Difference of two coefficients that is rounding where none is measured: sums of products of some hundred numbers
    in single precision."""
    training: int = 150
    """Values of a generated series to learn from: a training takes about a second with these."""
    validation: int = 60
    """Values of a generated series to forecast."""
    fewest_learnt: int = 3
    """Values of training data of which one may become another: of two, scaled data say only which is larger."""
    trained_with: float = 0.8
    """Part of a series of the user's that is learnt from; the rest is forecast."""
    shift: float = 0.75
    """Part of the range of the data by which they are shifted: far beyond rounding, and no new order of magnitude."""
    scale: float = 3.0
    """What the unit of data is multiplied by: no power of two, by which floats multiply without rounding."""
    reflection: float = -2.0
    """What data are multiplied by where a sign must change."""
    moved: float = 0.3183
    """Part of the range by which one value moves: less than half, so that it stays within, and no simple fraction, by
    which the absolute error of whole numbers could stay."""
    controls: int = 5
    """Values within a series that become others to see whether each value counts; trainings are slow."""
    counted: float = 0.9
    """Part of the forecasts that each training value must move, so that a learner counts as one that uses them all:
    networks and least squares move all, nearest neighbours and trees some. Single precision hides a few."""
    losses: frozenset[str] = frozenset(("loss", "losses", "error", "errors", "mse", "rmse", "mae", "mase"))
    """Words in names of outputs that say how wrong forecasts are, and that a shift of all data does not change."""
    proportions: frozenset[str] = frozenset(
        ("percentage", "percent", "relative", "log", "logarithmic", "mape", "smape")
    )
    """Words in names of outputs that are in proportion to the data: a shift changes them, and they are not judged."""
    scores: frozenset[str] = frozenset(("score", "scores", "accuracy", "r2"))
    """Words in names of outputs that say how good forecasts are, in a direction that the name does not tell."""
    forecasts: frozenset[str] = frozenset(
        ("forecast", "forecasts", "prediction", "predictions", "predicted", "actual", "fitted", "yhat")
    )
    """Words in names of outputs that are in the unit of the data."""
    powers: tuple[int, ...] = (0, 1, 2)
    """Powers of the data's unit that a loss may have: of scaled data, an absolute error, a squared one."""
    runs: int = 10
    """Runs of which a prediction interval or ranks are taken, as in the paper."""
    alarm: float = 2e-5
    """Chance that two lots of runs of one program count as different in one comparison: the smallest that ranks of 10
    and 10 can have is 1.1e-5. A check makes some 20 comparisons, so that one of 2,500 raises a false alarm. Of a
    prediction interval this is so of normal and of log-normal runs alone: it is some per cent of runs that diverge at
    times."""
    rounding: float = 1e-7
    """Part of the largest value by which all values move to measure how far rounding moves outputs: single precision
    rounds by 6e-8."""
    rounded_runs: int = 3
    """Runs in which values are moved so: a single one may hit no output by chance."""
    of_noise: float = 50.0
    """Times the measured noise that counts as the same: of a normal distribution, one value is beyond 50 times the
    largest of three others in 1 of 100,000 cases."""
    relative: float = 1e-6
    """Part of the largest number of an output that counts as the same, as single-precision floats round."""
    exact: float = 1e-12
    """Part of the largest number of an output within which two are one: sums in another order differ by less."""
    blunt: float = 0.1
    """Part of an output beyond which a tolerance decides nothing; of a coefficient, a difference as large."""
    no_worse: float = 0.1
    """Part by which a loss may be above another and is none that grew: trainings vary."""
    windows: int = 4
    """Windows that a series must hold of a length for that to be chosen: of fewer, noise looks like a period."""
    as_good: float = 0.05
    """Part of the range of what is lost within which fewer steps are as good: multiples of a period lose as little."""
    plot: tuple[int, int, int] = (480, 160, 24)
    """Width, height and margin of a plot, in pixels."""
    perturbation: float = 0.01
    """Part of the range of the training data by which an adversarial input may differ from a window."""
    gain: float = 10.0
    """Times that a forecast may move as far as its typical slopes allow: a linear one moves by 1; a network whose cells
    saturate at the edges of the data, or the mean of some nearest neighbours, by a few."""
    typical: float = 100.0
    """Perturbation budgets over which typical slopes are taken: the range of the data where a budget is a hundredth."""
    typical_windows: int = 20
    """Windows of which they are the mean."""
    rounds: int = 30
    """Generations of the search for an adversarial input."""
    population: int = 8
    """Members of its population for each value of a window."""


LEARNING = LearningSettings()


@dataclass(frozen=True, slots=True)
class LearnerSettings:
    """Data for estimators where nothing is said: few rows, so that training is cheap."""

    least_rows: int = 6
    """Training rows, at least: k-nearest neighbours ask for five by default."""
    most_rows: int = 12
    """Training rows, at most."""
    most_asked: int = 5
    """Rows that are asked for, at most."""
    classes: int = 3
    """Targets that are told apart."""
    largest: float = 10.0
    """Size of numbers in rows and of targets."""


LEARNERS = LearnerSettings()


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How models are run on back ends, and what differs counts."""

    samples: int = 16
    """Inputs that are drawn."""
    free_size: int = 12
    """The size of an axis that a model leaves open, such as the length of a series."""
    drawn_samples: int = 4
    """Samples of one call, at most, where relations of a model are inferred."""
    largest: float = 3.0
    """Inputs of which nothing is known are drawn up to it: nearly all of what was standardised is."""
    masked_steps: int = 3
    """Steps that are put behind the last one of a series, and masked: with one, a cell may happen to give the same."""
    alone: int = 16
    """Samples that are run alone, each of which is a call of its own."""
    free_ids: int = 10
    """Whole numbers of which nothing is known are below."""
    limit: float = 120.0
    """Seconds for one answer of a back end, the import of its libraries included."""
    rounds: int = 30
    """Rounds in which the same is done, to see whether they take more and more time or memory."""
    repeated_seconds: float = 40.0
    """Seconds after which no further round is begun."""
    least_rounds: int = 12
    """With fewer rounds nothing is said."""
    sizes: int = 4
    """Numbers of samples that take turns in these rounds, for each of which a model may be compiled."""
    least_bytes: int = 1 << 20
    """Bytes of memory by which a process grows in each round at least, where it is said to grow."""
    times_slower: float = 3.0
    """Times that the last rounds take longer than the first at least, where they are said to take more and more: other
    programs make rounds slower as well."""
    first_answers: int = 10
    """Answers of the process of a back end, by which is known how much memory it takes."""
    times_memory: float = 2.0
    """Times that memory beyond which it is ended: libraries keep what they compiled for each model."""
    mutants: int = 500
    """Mutants of a search."""
    reduced_layers: int = 8
    """Layers that a reduced model may have, the suspected one included: one more model is run for each of them."""
    pool: int = 50
    """The last mutants, of which further ones are made (LEMON)."""
    restoring_weights: int = 100_000
    """Weights of a dense layer that restores a shape, at most."""
    noise: float = 0.1
    """Standard deviation of Gaussian fuzzing, in that of the weights (LEMON)."""
    mutated: float = 0.3
    """Share of the neurons whose weights are changed (LEMON)."""
    rounded_runs: int = 8
    """Runs in double precision with inputs and weights that are rounded otherwise: with fewer the largest difference of
    a number is by chance much smaller than another run's."""
    overflows: float = 1e18
    """Numbers from which on their products are infinite in single precision, so that what is not finite is no fault."""
    times_rounding: float = 16.0
    """Times the largest of these differences that rounding explains: a layer rounds several times inside; six models of
    the zoo on five back ends stayed below 2.9 times."""
    times_closer: float = 4.0
    """Times that a back end is closer to operands of a coarser type, where it is said to have them."""
    least_mean: float = 1e-7
    """Is added to the mean difference before a layer where the rate of change is reckoned (CRADLE)."""


MODELS = ModelSettings()


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How code around services is tested."""

    call_seconds: float = 10.0
    """Seconds that a call of an application may take, without those of its services."""
    hung: int = 2
    """Calls that do not end, after which a process makes no more of the kind: with given answers, or with real ones."""
    service_seconds: float = 60.0
    """Seconds that a service may take for an answer."""
    batch: int = 200
    """Calls of an application in one message."""
    batch_seconds: float = 600.0
    """Seconds for the answer to a message."""
    path_seconds: float = 2.0
    """Seconds of symbolic execution for one path."""
    asked: int = 100
    """Answers in one call of an application, after which it is taken for one that does not end."""
    least_precision: float = 0.5
    """Precision of a branch after a repair, at least: one that everything takes has a recall of 1, too."""
    attempts: int = 5
    """Times that a service is asked where it says that it is busy."""
    first_pause: float = 1.0
    """Seconds until it is asked again, which double with each attempt."""
    least_seconds: float = 1e-6
    """Seconds that are left of a limit at least: 0 would mean none."""
    again_seconds: float = 1.0
    """Seconds after which an application that caught the end of its time meets it again."""
    longest_path: int = 1_000
    """Characters of a text that may be the path of a file."""
    longest_label: int = 80
    """Characters of a text in the source that may be a label."""
    held_words: int = 500
    """Words of one list, set or dict of a module that are tried as labels."""
    labels: int = 2_000
    """Words of the source that are tried as labels, and as many of the vocabulary."""
    unsure_labels: int = 60
    """Words of the source that are tried with other degrees of sureness, and beside others."""
    sure: float = 0.99
    """How sure a made-up answer is."""
    mood: float = 0.8
    """How a good mood is told, and a bad one by its opposite."""
    less_sure: float = 0.89
    """How sure it is of the second thing that it says."""
    beyond: tuple[float, float] = (-1e6, 1e6)
    """Numbers beyond all ranges."""
    strengths: tuple[float, ...] = (0.0, 0.5, 5.0)
    """Numbers of at least 0 that are tried where the source has none."""
    wild_labels: int = 40
    """Words of the source that are tried with a sureness beyond its range."""
    known_labels: int = 3
    """Words of the vocabulary that are tried in the same way, whatever the source has."""
    paired_labels: int = 14
    """The first of these words, of which two each are tried as one answer, in both orders."""
    symbolic_paths: int = 200
    """Paths of symbolic execution that are gone again."""
    idle_paths: int = 60
    """Paths on which no condition goes another way, after which symbolic execution ends."""
    confidence: float = 0.9
    """Level of the interval of a share of inputs: a verdict below a threshold is wrong in one case of twenty."""
    recall: float = 0.75
    """Share of the inputs made for a branch that shall reach it (Keeper)."""
    neutral: float = 0.05
    """Numbers of a mood that are nearer to 0 say none (VADER)."""
    symbolic_seconds: float = 10.0
    """Seconds of symbolic execution for one application."""
    inputs: int = 100
    """Inputs for one application."""
    other_labels: int = 4
    """Labels that lead to no branch of which there are inputs: they show what a branch wrongly takes."""
    alike: int = 200
    """Answers of an exported test that says that not all of them are to be treated alike."""
    text_sizes: tuple[int, int] = (22, 40)
    """Pixels of the letters of a rendered text: tesseract reads 19 of 20 such texts."""
    papers: tuple[int, int] = (225, 255)
    """How bright its background is, from 0 to 255."""
    inks: tuple[int, int] = (0, 60)
    """How bright its letters are."""
    turned: float = 1.5
    """Degrees by which it is turned at most, either way."""
    blurs: tuple[float, ...] = (0.0, 0.4, 0.8)
    """Radius of its blur, in pixels."""
    words_a_minute: tuple[int, int] = (120, 165)
    """How fast a text is spoken: people speak so."""
    pitches: tuple[int, int] = (35, 65)
    """How high, as espeak-ng counts, whose usual pitch is 50."""
    shown_words: int = 5
    """Words of a message that are listed."""
    meanings: int = 3
    """The most frequent meanings of a word in WordNet that count."""
    held_back_seed: int = 1_000_000
    """Is added to the seed of inputs that decide on a repair."""
    shown_inputs: int = 3
    """Inputs that are shown with a finding."""
    calls: int = 200
    """Calls of services for the test of one application."""
    label_inputs: int = 12
    """Inputs with one label, at most."""
    branch_labels: int = 6
    """Labels of one branch of which there are inputs, at most."""
    rounds: int = 2
    """Times that further inputs are made for branches of which too little is known."""
    edits: int = 4
    """Places of the source at which a change is tried."""
    held_back: int = 6
    """Inputs made for a branch that decide on a repair, at least."""
    inverse_penalty: float = 1e3
    """C of the logistic regression that finds a threshold: hardly any penalty, as there is one number to find."""
    least_weight: float = 1e-9
    """Weights of that regression that are smaller tell nothing."""
    added_labels: int = 6
    """Labels that are tried as further ones of a branch."""
    nothing: int = 4
    """Inputs of nothing: blank, silent or empty ones, and noise."""
    described: int = 120
    """Characters of the description of an input."""
    deepest_input: int = 6
    """Levels of objects within each other in what a service is given."""
    shown: int = 200
    """Characters of what an application returns, or of the text of an error."""


SERVICES = ServiceSettings()

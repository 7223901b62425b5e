"""Texts of functions of all shapes, each named `f` and of one argument, and what they are called on."""

from typing import Any

# Each is a module with the function; the inputs below reach all its branches.
SAMPLES = {
    "guards": """
        def f(n):
            '''Doc.

          with a line to the left.'''
            if n < 0:
                return -1
            elif n == 0:
                return 0
            if n > 3:
                n = 7
            return n
        """,
    "loop with break and else": """
        def f(n):
            for divisor in range(2, n):
                if n % divisor == 0:
                    break
            else:
                return True
            return divisor
        """,
    "while with condition, continue and augmented assignment": """
        def f(n):
            total = 0
            while n > 0:
                n -= 1
                if n % 2:
                    continue
                total += n
            return total
        """,
    "endless loop": """
        def f(n):
            while True:
                n += 2
                if n > 9:
                    return n
        """,
    "try, handlers, else, finally": """
        def f(n):
            log = []
            try:
                value = 6 // n
            except ZeroDivisionError as error:
                log.append(str(error))
            except TypeError:
                log.append("type")
                raise ValueError from None
            else:
                log.append(value)
            finally:
                log.append("end")
                n = None
            return log
        """,
    "return in finally": """
        def f(n):
            try:
                if n:
                    raise KeyError(n)
                return 1
            finally:
                if n == 2:
                    return 2
        """,
    "match without a case for all": """
        def f(n):
            kind = "none"
            match (n, n > 1):
                case (0, _):
                    kind = "zero"
                case (1 | -1, False):
                    kind = "one"
                case (x, True) if x < 4 and x != 3:
                    kind = ["some", x]
            return kind
        """,
    "match with a case for all": """
        def f(n):
            match n:
                case -1 | 0: return 'low'
                case {"key": value, **rest}: return value, rest
                case _ if n == 3: return 'three'
                case other: return other
        """,
    "conditional expressions and Booleans": """
        def f(n):
            a = n if n > 1 else (0 if not n else -n)
            b = n and a or n - n or [a]
            return a, b, n < 3 and n > 1 and "both"
        """,
    "comprehensions with conditions": """
        def f(n):
            squares = [x * x if x > 1 else x for x in range(n) if x % 2 if x != 3]
            return squares, {x: y for x in squares for y in (1, 2) if y < x}, sum(x for x in squares if x != 1 or n > 5)
        """,
    "walrus": """
        def f(n):
            while (half := n // 2) > 1:
                n = half
            return [half, n, [last := x for x in range(n + 1)], last]
        """,
    "nested functions with nonlocal": """
        def f(n):
            calls = 0
            def count(step: "int" = 1 if n else 2, *, times=3):
                'Inner.'
                nonlocal calls
                calls += step * times
                return count.__annotations__, count.__doc__
            double = lambda x, y=n: x * 2 if y else x
            seen = count(), count(double(n))
            return calls, seen
        """,
    "recursion through a cache": """
        @functools.lru_cache(
            maxsize=None,
        )
        def f(n):
            return n if n < 2 else f(n - 1) + f(n - 2)
        """,
    "global": """
        counter = 0
        def f(n):
            global counter
            counter += n
            old: "text" = counter
            counter = 1 if n else old
            return counter
        """,
    "generators and coroutines inside": """
        def f(n):
            def walk():
                for x in range(n):
                    got = yield x if x else -1
            async def wait():
                async def one(): return n + 1
                return await one() or 3
            try:
                wait().send(None)
            except StopIteration as stop:
                return list(walk()), stop.value
        """,
    "class inside, import inside": """
        def f(n):
            if n > 2:
                from math import isqrt as root
            else:
                root = abs
            class Local:
                __factor: "text" = n * 2
                __factor += 1
                def scaled(self): return self.__factor * root(n)
            return Local().scaled(), root.__name__
        """,
    "texts": r"""
        def f(n):
            text = f'''{n!r:>{n + 2}} {{"quoted"}}
        second "line" {'even' if n % 2 == 0 else 'odd'}'''
            return text + "tab\t" 'new\nline' + '''plain
        lines'''
        """,
    "with": """
        def f(n):
            with contextlib.suppress(ValueError) as nothing, contextlib.nullcontext(n) as same:
                if n > 2:
                    raise ValueError
                return same
            return 5
        """,
}
INPUTS = [-1, 0, 1, 2, 3, 4, 5, 9]
EXTRA_INPUTS: dict[str, list[Any]] = {
    "try, handlers, else, finally": [None],
    "match with a case for all": [{"key": 1, "more": 2}],
}

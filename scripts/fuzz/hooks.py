# Each call comes from an address of its own: the limits of an address, which have tests of their own, are never reached.
import itertools

import schemathesis

callers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(callers)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

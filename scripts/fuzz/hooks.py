# Each call comes from an address of its own, so that the rate limits of an address, which have tests of their own, are never
# reached.
#
# Each prepared call (ready.mjs) replaces a valid generated call of its operation that has the session. Calls that are generated
# to be invalid, and those without the session, stay as they are.
import itertools
import json
import os

import schemathesis

callers = itertools.count()

with open(os.environ["STYLEBOX_FUZZ_READY"], encoding="utf-8") as file:
    given = json.load(file)


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(callers)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    ready = given["calls"].get(case.operation.label)
    if not ready or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    signed_in = case.cookies.get("stylebox_session") == given["session"]
    if signed_in or ready[-1]["session"] is None:
        prepare(case, **ready.pop())


def prepare(case, session, path=None, headers=None, body=None):
    if session:
        case.cookies["stylebox_session"] = session["cookie"]
        case.headers["x-xsrf-token"] = session["token"]
    if path:
        case.path_parameters.update(path)
    if headers:
        case.headers.update(headers)
    if body is not None:
        case.body = body

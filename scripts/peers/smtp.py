"""An email server made of aiosmtpd, for the test `message::peer`.

It demands STARTTLS and a sign-in, and prints a line of JSON for each email that it accepts, as Python's own parser reads it.
It ends when its standard input ends.

    smtp.py PORT CERTIFICATE KEY
"""

import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

USER = LoginPassword(b"shop", b"a password")
LARGEST = 100_000

REFUSED = {
    "nobody@example.com": "550 5.1.1 no such user",
    "full@example.com": "452 4.2.2 mailbox full",
    "elsewhere@example.com": "554 5.7.1 relay access denied",
}


def authenticate(_server, _session, _envelope, _mechanism, data):
    return AuthResult(success=data == USER)


class Handler:
    async def handle_RCPT(self, _server, _session, envelope, address, options):
        if address in REFUSED:
            return REFUSED[address]
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, _server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {kind: message.get_body((kind,)).get_content() for kind in ("plain", "html")}
        headers = {name: str(message[name]) for name in ("Subject", "From", "To", "Message-ID", "Date")}
        took = {"from": envelope.mail_from, "to": envelope.rcpt_tos, "tls": session.ssl is not None, **headers, **parts}
        took["defects"] = [str(defect) for part in message.walk() for defect in part.defects]
        print(json.dumps(took), flush=True)
        return "250 2.0.0 taken"


def main(port, certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    controller = Controller(
        Handler(), hostname="127.0.0.1", port=int(port), tls_context=context, require_starttls=True, data_size_limit=LARGEST,
        authenticator=authenticate, auth_required=True,
    )
    controller.start()
    print("ready", flush=True)
    sys.stdin.read()
    controller.stop()


main(*sys.argv[1:])

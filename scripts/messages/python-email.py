"""Prints what Python's email reads of messages.

Standard input has a message a line, in base64; each gives a line of JSON. With the argument "fields", only the
header fields.
"""

import base64
import hashlib
import json
import sys
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.utils import getaddresses


def decoded(value):
    """A header value in Unicode, encoded words decoded."""
    try:
        return str(make_header(decode_header(str(value))))
    except Exception:
        return str(value)


def first_address(message, name):
    value = message.get(name)
    if value is None:
        return None
    addresses = [address for _, address in getaddresses([str(value)]) if "@" in address]
    return addresses[0].lower() if addresses else ""


def text_of(part):
    payload = part.get_payload(decode=True)
    if payload is None:
        return None
    charset = part.get_content_charset() or "ascii"
    try:
        return payload.decode(charset, "replace")
    except LookupError:
        return payload.decode("ascii", "replace")


def leaves(part, found):
    kind = part.get_content_type()
    if kind == "message/delivery-status" and part.is_multipart():
        found.append((part, "\n".join(str(block) for block in part.get_payload())))
    elif part.is_multipart():
        if part.get_content_maintype() == "message":
            found.append((part, None))
        for inner in part.get_payload():
            leaves(inner, found)
    else:
        isText = part.get_content_maintype() in ("text", "message", "multipart")
        found.append((part, text_of(part) if isText else None))


def name_of(part):
    name = part.get_filename()
    return None if name is None else decoded(name)


def facts(message):
    found = []
    leaves(message, found)
    return {
        "subject": None if message.get("subject") is None else decoded(message.get("subject")),
        "from": first_address(message, "from"),
        "to": first_address(message, "to"),
        "parts": [{"type": part.get_content_type(), "name": name_of(part), "text": text} for part, text in found],
    }


def fields(message):
    kept = [(name, str(value)) for name, value in message.items() if not name.lower().startswith("x-thresher")]
    return hashlib.sha1(repr(kept).encode("utf-8", "surrogateescape")).hexdigest()


for line in sys.stdin:
    message = message_from_bytes(base64.b64decode(line), policy=policy.compat32)
    result = {"fields": fields(message), "defects": sorted({type(defect).__name__ for defect in message.defects})}
    if sys.argv[1:] != ["fields"]:
        try:
            result |= facts(message)
        except Exception as error:
            result["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(result))

"""A notification endpoint and nothing else: orders in memory, no test interface. PORT, KEY, SHOP, ORDERS (NDJSON), FAULT, KEPT (a file that outlives it)."""

import hashlib
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Timer
from urllib.parse import parse_qs, urlsplit

KEY = os.environ["KEY"]
SHOP = os.environ["SHOP"]
FAULT = os.environ.get("FAULT", "")
LOCK = Lock()

with open(os.environ["ORDERS"], encoding="utf-8") as lines:
    ORDERS = {order["shop_order_id"]: {**order, "credits": 0} for order in map(json.loads, filter(str.strip, lines))}


KEPT = os.environ.get("KEPT")
if KEPT and os.path.exists(KEPT):
    with open(KEPT, encoding="utf-8") as kept_file:
        for order_id, credits in json.load(kept_file).items():
            ORDERS[order_id]["credits"] = credits


def keep():
    if KEPT:
        with open(KEPT, "w", encoding="utf-8") as kept_file:
            json.dump({order_id: order["credits"] for order_id, order in ORDERS.items()}, kept_file)


class Literal(str):
    """A number as it was written."""


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name is twice")
    return dict(pairs)


def text_of(value):
    if isinstance(value, str):
        return str(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def canonical(body):
    kept = {name: value for name, value in body.items() if name != "sign" and value is not None and value != ""}
    if FAULT == "drops-zero":
        kept = {name: value for name, value in kept.items() if str(value) != "0"}
    return ":".join(text_of(kept[name]) for name in sorted(kept))


def verified(body):
    sign = body.get("sign")
    if FAULT == "no-verify" or (FAULT == "presence" and not sign):
        return True
    expected = hashlib.sha256((canonical(body) + KEY).encode("utf-8", "surrogatepass")).hexdigest()
    return isinstance(sign, str) and not isinstance(sign, Literal) and sign == expected


def same_number(a, b):
    try:
        return float(a) == float(b)
    except (TypeError, ValueError):
        return False


def book(order):
    with LOCK:
        if order["credits"] == 0 or FAULT == "credits-again":
            order["credits"] += 1
            keep()


def accept(query, raw):
    if query.get("type") != ["invoice"]:
        return 400, "unknown type"
    body = json.loads(raw.decode("utf-8"), parse_float=Literal, parse_int=Literal, parse_constant=lambda _: None, object_pairs_hook=unique)
    if not isinstance(body, dict) or not verified(body):
        return 403, "wrong sign"
    order = ORDERS.get(body.get("shop_order_id"))
    if order is None or not same_number(body.get("shop_id"), SHOP):
        return 404, "not known"
    if FAULT != "no-amount" and not same_number(body.get("shop_amount"), order["amount"]):
        return 409, "another amount"
    if not same_number(body.get("shop_currency"), order["currency"]):
        return 409, "another currency"
    status = body.get("status")
    if isinstance(status, str) and re.fullmatch("4", status):
        if FAULT == "late":
            Timer(0.3, book, [order]).start()
        else:
            book(order)
    return 200, "Fine" if FAULT == "wrong-reply" else "OK"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, text, kind="text/plain"):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def do_GET(self):
        parts = urlsplit(self.path)
        wanted = parse_qs(parts.query).get("shop_order_id", [""])[0]
        if parts.path == "/state" and wanted in ORDERS:
            order = ORDERS[wanted]
            self.answer(200, json.dumps({"paid": order["credits"] > 0, "credits": order["credits"]}), "application/json")
        else:
            self.answer(404, "not found")

    do_HEAD = do_GET

    def do_POST(self):
        length = self.headers.get("Content-Length")
        raw = self.rfile.read(int(length)) if length else b""
        if length is None:
            self.close_connection = True
        try:
            status, text = accept(parse_qs(urlsplit(self.path).query, keep_blank_values=True), raw)
        except (ValueError, RecursionError, AttributeError, TypeError):
            status, text = 400, "cannot be read"
        self.answer(status, text)

    def do_PUT(self):
        raw_length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(raw_length)
        self.answer(405, "POST only")

    do_PATCH = do_DELETE = do_PUT

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()

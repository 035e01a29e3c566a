"""A small Flask shop, as its project looks to `gatecheck init`."""

import hashlib
import json
import os
import sqlite3
import urllib.request
import uuid

from flask import Flask, jsonify, request

app = Flask(__name__)
PATH = os.environ["DATABASE_URL"].removeprefix("sqlite:")
SECRET = os.environ["PAYMENT_SECRET_KEY"]
SHOP = int(os.environ["MERCHANT_ID"])


def connect():
    connection = sqlite3.connect(PATH, timeout=10)
    connection.row_factory = sqlite3.Row
    return connection


with connect() as tables:
    tables.execute("CREATE TABLE IF NOT EXISTS shop_order (id INTEGER PRIMARY KEY, reference TEXT UNIQUE, total DECIMAL(12, 2), state TEXT)")
    tables.execute("CREATE TABLE IF NOT EXISTS payment (order_id INTEGER UNIQUE, amount DECIMAL(12, 2))")


def sign(fields):
    return hashlib.sha256((":".join(str(fields[name]) for name in sorted(fields)) + SECRET).encode()).hexdigest()


@app.route("/checkout", methods=["POST"])
def checkout():
    amount = request.form["total"]
    reference = str(uuid.uuid4())
    with connect() as db:
        order = db.execute("INSERT INTO shop_order (reference, total, state) VALUES (?, ?, 'pending')", (reference, amount)).lastrowid
    fields = {"amount": amount, "currency": 643, "payway": "card_rub", "shop_id": SHOP, "shop_order_id": reference}
    body = {**fields, "callback_url": os.environ["PUBLIC_URL"] + "/payment/webhook", "sign": sign(fields)}
    call = urllib.request.Request(
        os.environ["PAYMENT_GATEWAY_URL"] + "/invoice/create", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(call, timeout=5) as answer:
        created = json.load(answer)
    return jsonify({"id": order, "pay": (created.get("data") or {}).get("url")})


@app.route("/payment/webhook", methods=["POST"])
def webhook():
    told = json.loads(request.get_data(), parse_float=str)
    given = told.pop("sign", None)
    signed = {name: value for name, value in told.items() if value is not None and value != ""}
    if given != sign(signed) or request.args.get("type") != "invoice":
        return "no", 403
    with connect() as db:
        order = db.execute("SELECT * FROM shop_order WHERE reference = ?", (told.get("shop_order_id"),)).fetchone()
        fits = order and float(told["shop_amount"]) == float(order["total"]) and told["shop_currency"] == 643
        if not fits or told["shop_id"] != SHOP:
            return "no", 409
        if told["status"] == 4:
            db.execute("INSERT OR IGNORE INTO payment (order_id, amount) VALUES (?, ?)", (order["id"], order["total"]))
            db.execute("UPDATE shop_order SET state = 'paid' WHERE id = ?", (order["id"],))
    return "OK", 200, {"Content-Type": "text/plain"}

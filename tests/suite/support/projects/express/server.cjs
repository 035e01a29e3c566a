// A small Express shop, as its project looks to `gatecheck init`.
const { createHash, randomUUID } = require('node:crypto');
const { readFileSync } = require('node:fs');
const express = require('express');
const Database = require('libsql');

const { PORT, GATEWAY_URL, SHOP_ID, SHOP_SECRET, APP_URL, DB_FILE } = process.env;
const db = new Database(DB_FILE);
db.exec(readFileSync(`${__dirname}/schema.sql`, 'utf8'));

const sign = (fields) =>
  createHash('sha256')
    .update(
      Object.keys(fields)
        .sort()
        .map((key) => fields[key])
        .join(':') + SHOP_SECRET,
    )
    .digest('hex');

const app = express();

app.post('/checkout', express.json(), async (request, response) => {
  const cents = Math.round(Number(request.body.amount));
  const number = randomUUID();
  const amount = (cents / 100).toFixed(2);
  const { lastInsertRowid: id } = db
    .prepare('INSERT INTO orders (number, total_cents, status) VALUES (?, ?, ?)')
    .run(number, cents, 'awaiting_payment');
  const fields = {
    amount,
    currency: 643,
    payway: 'card_rub',
    shop_id: Number(SHOP_ID),
    shop_order_id: number,
  };
  const body = { ...fields, callback_url: `${APP_URL}/payments/notify`, sign: sign(fields) };
  const answer = await fetch(`${GATEWAY_URL}/invoice/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { result, data } = await answer.json();
  if (!result) db.prepare('UPDATE orders SET status = ? WHERE id = ?').run('declined', id);
  response.json({ order_id: String(id), pay: data?.url ?? null });
});

app.post('/payments/notify', express.json(), (request, response) => {
  const { sign: given, ...told } = request.body;
  const signed = Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== null && value !== ''),
  );
  if (given !== sign(signed) || request.query.type !== 'invoice') return response.status(403).send('no');
  const order = db.prepare('SELECT * FROM orders WHERE number = ?').get(told.shop_order_id);
  const fits =
    order !== undefined &&
    Math.round(told.shop_amount * 100) === order.total_cents &&
    told.shop_currency === 643;
  if (!fits || told.shop_id !== Number(SHOP_ID)) return response.status(409).send('no');
  if (told.status === 4) {
    db.prepare('INSERT OR IGNORE INTO ledger (order_id, amount) VALUES (?, ?)').run(
      order.id,
      order.total_cents,
    );
    db.prepare('UPDATE orders SET status = ? WHERE id = ?').run('completed', order.id);
  }
  response.type('text/plain').send('OK');
});

app.listen(PORT, '127.0.0.1');

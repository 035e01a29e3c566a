// Requests that would be dear to read or to explain, each beside a harmless one of its size.

const order = { shop_order_id: 'order-1', amount: '10.50', currency: 643, payway: 'card_rub' };
const bodyOf = (fields) => JSON.stringify({ shop_id: 5, ...order, ...fields });

/** A harmless body of so many bytes: no signature of ours could look like this one. */
function harmlessOf(bytes) {
  const fields = { sign: 'none', description: '' };
  return bodyOf({ ...fields, description: 'a'.repeat(bytes - Buffer.byteLength(bodyOf(fields))) });
}

function row(what, body) {
  return { what, hostile: { body }, harmless: { body: harmlessOf(Buffer.byteLength(body)) } };
}

const blanks = [4_000, 100_000].map((length) =>
  row(
    `a sign with ${length.toLocaleString('en')} blanks inside`,
    bodyOf({ sign: `a${' '.repeat(length)}a` }),
  ),
);
const escapes = [100_000, 900_000].map((length) =>
  row(
    `ps_data of "token" and ${(length / 2).toLocaleString('en')} backslashes`,
    bodyOf({ ps_data: `"token${'\\'.repeat(length / 2)}` }),
  ),
);
const repeated = [' ', '"', '[', '4'].map((character) =>
  row(
    `a description of 100,000 times ${character === ' ' ? 'a blank' : character}`,
    bodyOf({ sign: 'none', description: character.repeat(100_000) }),
  ),
);

const long = [
  ['a signed text outside of ASCII', { shop_order_id: 'я'.repeat(7_900) }],
  ['a signed number of 7,900 digits', { amount: '1'.repeat(7_900) }],
  ['signed JSON', { shop_order_id: JSON.stringify(Array.from({ length: 1_900 }, () => [1])) }],
  ['a signed text of 16,000 characters', { shop_order_id: 'я'.repeat(16_000) }],
  ['a text that is not signed', { description: 'я'.repeat(7_900) }],
  ['190 fields', Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`x${at}`, `value ${at}`]))],
];
const unexplained = long.flatMap(([what, fields]) =>
  [8, 40, 64, 128].map((digits) =>
    row(
      `a sign of ${digits} digits, ${what}`,
      bodyOf({ ...fields, sign: 'a1b2c3d4'.repeat(16).slice(0, digits) }),
    ),
  ),
);

const type = (filling) => `application/json;charset=a${filling.repeat(15_000)};b`;
const ofType = {
  what: 'a Content-Type with 15,000 blanks',
  hostile: { body: bodyOf({}), type: type(' ') },
  harmless: { body: bodyOf({}), type: type('a') },
};

/** Every row: what it is, the hostile request and the harmless one. */
export const hostileRequests = [...blanks, ...escapes, ...repeated, ofType, ...unexplained];

/** The whole request as it goes over the wire. */
export function hostileBytes({ body, type: contentType = 'application/json' }, port) {
  return Buffer.from(
    `POST /gateway/v1/invoice/create HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

import type { CheckRow } from './row.ts';

const addOns =
  'Typical flows, single-step payment (2), and Resources, Extra-field descriptor: the extra parameters that add_ons_config describes are sent in the invoice request; `regex` is the pattern of the value.' as const;
const unique =
  'Transport rule 5: shop_order_id is unique within a shop, and so is shop_payment_id; a repeated id creates nothing new.' as const;
const limits = 'Limits and Resources, Common parameter conventions' as const;

/** What orders and payouts carry: extra fields, texts, identifiers, addresses, deadlines. */
export const orderChecks = [
  {
    id: 'order.add-ons',
    title: 'The shop sends the extra fields that the payway asks for.',
    requirements: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['create.addons-place', 'create.addons-prefix'],
    rule: addOns,
    expectation:
      'When the payway asks for `phone`, with and without a prefix, the invoice request carries the value that the payer entered, also for a two-step order. Not judged when the shop calls neither invoice/try nor the list of payways, or refuses such a payway.',
    fix: 'Read add_ons_config of invoice/try, show its fields to the payer, and send each value under the name of its field in the invoice request. These fields are not signed.',
  },
  {
    id: 'order.add-ons.regex',
    title: 'The shop does not send an extra field that does not match its pattern.',
    requirements: ['fields.descriptor.regex'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['create.addons-place', 'create.addons-prefix'],
    rule: addOns,
    expectation:
      'A value that does not match the regex of its descriptor never reaches the gateway; a matching one is sent.',
    fix: "Validate the payer's input against `regex` (with or without `prefix`) before you call the gateway, and let the payer correct it.",
  },
  {
    id: 'order.payer-params',
    title: 'The payer cannot change the amount of an order, or whose money pays it.',
    requirements: ['flow.single.add-ons', 'fields.request.amount', 'law.3'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${addOns} Nothing else in the request is the payer's to choose.`,
    expectation:
      'The payer posts amount, currency, shop_order_id, shop_id, payment_token and sign together with the extra field: the invoice request carries the values of the shop, for single-step and two-step orders.',
    fix: 'Copy exactly the fields that add_ons_config names, and let your own fields take precedence. Never merge the whole form into the request.',
  },
  {
    id: 'order.payer-params.visit',
    title: 'The payer cannot overwrite the addresses and the deadline of the invoice request.',
    requirements: ['flow.single.add-ons'],
    level: 'should',
    whyShould:
      "This concerns only the payer's own visit: the notifications are about that payer's own order, the return address is that payer's own, and nothing can be signed. The amount, and whose money pays it, is judged by order.payer-params.",
    capabilities: ['invoice'],
    rule: `${addOns} Nothing else in the request is the payer's to choose.`,
    expectation:
      'The payer posts callback and return addresses, expires_at and client_ip together with the extra field: the invoice request carries the values of the shop, for single-step and two-step orders.',
    fix: 'Copy exactly the fields that add_ons_config names, and let your own fields take precedence. Never merge the whole form into the request.',
  },
  {
    id: 'order.description',
    title: 'A long description is cut to 255 characters without breaking one.',
    requirements: ['limits.description', 'fields.request.description', 'transport.2'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${limits}: description has at most 255 characters. Transport rule 2: UTF-8.`,
    expectation:
      'For descriptions of 300 Cyrillic letters and with an emoji at the limit, the description that is sent has at most 255 characters and no broken one. The shop may also refuse such a description or send none.',
    fix: 'Cut by characters (code points), not by bytes or UTF-16 units, and keep the text in UTF-8 all the way.',
  },
  {
    id: 'payout.description',
    title: 'A long payout description is cut to 255 characters without breaking one.',
    requirements: ['limits.description', 'transport.2'],
    level: 'must',
    capabilities: ['payout'],
    rule: `${limits}: description has at most 255 characters. Transport rule 2: UTF-8.`,
    expectation:
      'For descriptions of 300 Cyrillic letters and with an emoji at the limit, the description that is sent has at most 255 characters and no broken one. The shop may also refuse such a description or send none.',
    fix: 'Cut by characters (code points), not by bytes or UTF-16 units, and keep the text in UTF-8 all the way.',
  },
  {
    id: 'order.payway',
    title: 'The shop sends no payway with an invalid length or alphabet.',
    requirements: ['limits.payway', 'fields.request.payway'],
    level: 'should',
    whyShould:
      "Payways come from the gateway's list or from the operator, never from the payer: only a test gives the shop an invalid one, and the gateway refuses it.",
    capabilities: ['invoice'],
    rule: `${limits}: payway has at most 150 characters: Latin letters, underscore, comma, square brackets.`,
    expectation:
      'An order or a payout with a payway of 151 letters, or with spaces and other forbidden characters, leads to no request with this payway.',
    fix: 'Take payways from the list that the gateway returns, and check length and alphabet before you send one.',
  },
  {
    id: 'order.long-references',
    title: 'Two orders whose long references differ only at the end get different ids.',
    requirements: ['limits.shop-order-id', 'limits.unique-order', 'transport.5'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${unique} Limits: shop_order_id has at most 255 characters.`,
    expectation:
      'References of 300 characters that differ only in the last one lead to two invoices whose ids have at most 255 characters, and a payment of one leaves the other unpaid. A second attempt has its own id of at most 255 characters.',
    fix: 'Do not truncate a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  },
  {
    id: 'payout.long-references',
    title: 'Two payouts whose long references differ only at the end get different ids.',
    requirements: ['limits.unique-payment', 'transport.5'],
    level: 'must',
    capabilities: ['payout'],
    rule: unique,
    expectation:
      'References of 300 characters that differ only in the last one lead to two payouts with different ids.',
    fix: 'Do not truncate a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  },
  {
    id: 'order.ids.unique',
    title: 'Every order has its own shop_order_id, also after a restart.',
    requirements: ['transport.5', 'limits.unique-order', 'law.14'],
    level: 'must',
    capabilities: ['invoice'],
    rule: unique,
    expectation:
      'Five identical orders, made before and (where the shop can be restarted) after a restart, have five different ids, and the gateway accepts each.',
    fix: 'Take ids from the database (a persistent sequence) or from a random source. Do not use a counter in memory, a time with a precision of one second, or the id of the cart or the customer.',
  },
  {
    id: 'order.page-views',
    title: 'Viewing the payment page again creates no further invoice.',
    requirements: ['transport.5', 'law.1'],
    level: 'should',
    whyShould:
      'Several open invoices of one order are legal where each payment is recorded, which order.retry.late-first judges. A view charges nobody: the payer would have to pay twice.',
    capabilities: ['invoice', 'checkout'],
    rule: `${unique} An order with several payable invoices can be paid twice.`,
    expectation:
      'After five views of the pay page and two of the status page, the gateway has one invoice for the order.',
    fix: 'Issue the invoice once, store its redirect, and show the stored redirect on every view.',
  },
  {
    id: 'order.callback-address',
    title: "Addresses in the invoice request come from the shop's configuration.",
    requirements: ['events.address', 'law.15'],
    level: 'should',
    whyShould:
      "A payer who sets the address receives only the notifications of that payer's own order, cannot sign one, and can at most prevent that payment from being recorded.",
    capabilities: ['invoice'],
    rule: 'Events: notifications go to the callback URL of the shop. Whoever sets it receives the notifications.',
    expectation:
      'An order, or a refund of it, is requested with a foreign Host or X-Forwarded-Host: no address in the request to the gateway contains that host.',
    fix: 'Build callback_url, success_url and failed_url from a configured address, never from the Host header of a request.',
  },
  {
    id: 'money.minor-units',
    title: 'Amounts have the fractional digits of their currency.',
    requirements: ['fields.request.amount'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Resources, Common parameter conventions: amount is a decimal number equal to the requested sum, whatever number of digits the currency has.',
    expectation:
      'Orders of 500 yen and of 1.005 dinar, refunds of them, and payouts arrive with exactly these amounts, and genuine payments pay their orders. Applies to currencies of the profile with no or with three fractional digits.',
    fix: 'Take the number of fractional digits from the currency (0 for 392, 3 for 414), and never assume a factor of 100.',
  },
  {
    id: 'time.expires-at',
    title: 'The shop interprets times from the gateway in their time zone.',
    requirements: ['transport.4', 'fields.invoice.expires-at'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Transport rule 4: a time without a zone means UTC+03:00; Invoice record: expires_at may carry an offset.',
    expectation:
      'An expires_at with +05:00 and one without a zone are shown as the same instants, and one that the shop sends without a zone has not passed in UTC+03:00. Not judged when the shop shows no deadline.',
    fix: 'Parse the offset when there is one, assume +03:00 when there is none, and store instants, not local times.',
  },
] as const satisfies readonly CheckRow[];

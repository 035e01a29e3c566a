import type { CheckRow } from './row.ts';

const addOns =
  'Typical flows, single-step payment (2), and Resources, Extra-field descriptor: the extra parameters that add_ons_config describes are sent in the invoice request; `regex` is the pattern of the value.' as const;
const unique =
  'Transport rule 5: shop_order_id is unique within a shop, shop_payment_id too; a repeated one is not created again.' as const;
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
      'When the payway asks for `phone`, with and without a prefix, the invoice request carries the value that the payer gave, also for an order in two steps. Not judged when the shop asks neither invoice/try nor the list of payways, or refuses such a payway.',
    fix: 'Read add_ons_config of invoice/try, show its fields to the payer, and send each value under the name of its field in the invoice request; they are not signed.',
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
      'A value that does not match the regex of its descriptor never reaches the gateway; one that does is sent.',
    fix: 'Check what the payer gave against `regex` (with or without `prefix`) before you call the gateway, and let the payer correct it.',
  },
  {
    id: 'order.payer-params',
    title: 'The payer cannot overwrite what he is charged, and with whose money.',
    requirements: ['flow.single.add-ons', 'fields.request.amount', 'law.3'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${addOns} Nothing else in the request is the payer's to choose.`,
    expectation:
      'When the payer posts amount, currency, shop_order_id, shop_id, payment_token and sign beside the extra field, the request carries the values of the shop, in one step and in two.',
    fix: 'Copy exactly the fields that add_ons_config names, and let fields of your own win. Never merge the whole form into the request.',
  },
  {
    id: 'order.payer-params.visit',
    title: 'The payer cannot overwrite addresses and the deadline of the invoice request.',
    requirements: ['flow.single.add-ons'],
    level: 'should',
    whyShould:
      'Such a payer misleads about his own visit only: he hears of his own order, returns where he likes, and can sign nothing. What he pays, and with whose money, is judged by order.payer-params.',
    capabilities: ['invoice'],
    rule: `${addOns} Nothing else in the request is the payer's to choose.`,
    expectation:
      'When the payer posts callback and return addresses, expires_at and client_ip beside the extra field, the request carries the values of the shop, in one step and in two.',
    fix: 'Copy exactly the fields that add_ons_config names, and let fields of your own win. Never merge the whole form into the request.',
  },
  {
    id: 'order.description',
    title: 'A long description is cut to 255 whole characters.',
    requirements: ['limits.description', 'fields.request.description', 'transport.2'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${limits}: description has at most 255 characters. Transport rule 2: UTF-8.`,
    expectation:
      'For descriptions of 300 Cyrillic letters and with an emoji at the border, the sent description has at most 255 characters, none of them broken; the shop may refuse them or send none.',
    fix: 'Cut by characters (code points) and not by bytes or UTF-16 units, and keep the text UTF-8 on its whole way.',
  },
  {
    id: 'payout.description',
    title: 'A long description of a payout is cut to 255 whole characters.',
    requirements: ['limits.description', 'transport.2'],
    level: 'must',
    capabilities: ['payout'],
    rule: `${limits}: description has at most 255 characters. Transport rule 2: UTF-8.`,
    expectation:
      'For descriptions of 300 Cyrillic letters and with an emoji at the border, the sent description has at most 255 characters, none of them broken; the shop may refuse them or send none.',
    fix: 'Cut by characters (code points) and not by bytes or UTF-16 units, and keep the text UTF-8 on its whole way.',
  },
  {
    id: 'order.payway',
    title: 'The shop sends no payway that cannot be one.',
    requirements: ['limits.payway', 'fields.request.payway'],
    level: 'should',
    whyShould:
      'Payways come from the list of the gateway or from the operator, never from the payer: only a test hands the shop a wrong one, and the gateway refuses it.',
    capabilities: ['invoice'],
    rule: `${limits}: payway has at most 150 characters: Latin letters, underscore, comma, square brackets.`,
    expectation:
      'An order or a payout with a payway of 151 letters, or with spaces and signs in it, leads to no request with this payway.',
    fix: 'Take payways from the list that the gateway gives you, and check length and alphabet before you send one.',
  },
  {
    id: 'order.long-references',
    title: 'Two orders whose long references differ at the end stay two orders.',
    requirements: ['limits.shop-order-id', 'limits.unique-order', 'transport.5'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${unique} Limits: shop_order_id has at most 255 characters.`,
    expectation:
      'References of 300 characters that differ in the last one lead to two invoices with ids of at most 255 characters, and a payment of one leaves the other unpaid. A second try has an id of its own of at most 255 characters.',
    fix: 'Do not cut a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  },
  {
    id: 'payout.long-references',
    title: 'Two payouts whose long references differ at the end stay two payouts.',
    requirements: ['limits.unique-payment', 'transport.5'],
    level: 'must',
    capabilities: ['payout'],
    rule: unique,
    expectation:
      'References of 300 characters that differ in the last one lead to two payouts with ids of their own.',
    fix: 'Do not cut a reference to make an id. Use a short id of your own (a number, a UUID), or a digest of the reference.',
  },
  {
    id: 'order.ids.unique',
    title: 'Every order has a shop_order_id of its own, also after a restart.',
    requirements: ['transport.5', 'limits.unique-order', 'law.14'],
    level: 'must',
    capabilities: ['invoice'],
    rule: unique,
    expectation:
      'Five orders that are alike, made before and (where it can be restarted) after a restart, have five different ids, and the gateway takes each.',
    fix: 'Take ids from the database (a sequence that is kept) or from a random source. No counter in memory, no time with the precision of a second, no id of the cart or the customer.',
  },
  {
    id: 'order.page-views',
    title: 'Looking at the payment page again makes no further invoice.',
    requirements: ['transport.5', 'law.1'],
    level: 'should',
    whyShould:
      'Several open invoices of one order are legal where each payment is recorded, which order.retry.late-first judges. Nobody is charged by looking: it takes a payer who pays twice.',
    capabilities: ['invoice', 'checkout'],
    rule: `${unique} An order with several payable invoices can be paid twice.`,
    expectation:
      'After five views of the page on which the payer starts and two of the status page, the gateway has the one invoice of the order.',
    fix: 'Issue the invoice once, store where it sends the payer, and show the stored redirect on every view.',
  },
  {
    id: 'order.callback-address',
    title: 'Addresses in the invoice request come from the configuration of the shop.',
    requirements: ['events.address', 'law.15'],
    level: 'should',
    whyShould:
      'Who chooses the address hears of his own order only, cannot sign a notification, and can at most keep his own payment from being known.',
    capabilities: ['invoice'],
    rule: 'Events: notifications go to the callback URL of the shop. Whoever chooses it receives the notifications.',
    expectation:
      'When the order, or a refund of it, is made under a foreign Host or X-Forwarded-Host, no address in the request names that host.',
    fix: 'Build callback_url, success_url and failed_url from a configured address, never from the Host header of a request.',
  },
  {
    id: 'money.minor-units',
    title: 'Amounts keep the digits of their currency.',
    requirements: ['fields.request.amount'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Resources, Common parameter conventions: amount is a decimal number equal to the sum that is asked for, whatever number of digits the currency has.',
    expectation:
      'Orders of 500 yen and of 1.005 dinar, refunds of them, and payouts, arrive with exactly these values, and genuine payments are honoured. Applies to currencies of the profile without, or with three, fractional digits.',
    fix: 'Take the number of fractional digits from the currency (0 for 392, 3 for 414), and never multiply or divide by 100 without looking.',
  },
  {
    id: 'time.expires-at',
    title: 'The shop reads times of the gateway in their zone.',
    requirements: ['transport.4', 'fields.invoice.expires-at'],
    level: 'must',
    capabilities: ['invoice'],
    rule: 'Transport rule 4: a time without a zone means UTC+03:00; Invoice record: expires_at may carry an offset.',
    expectation:
      'An expires_at with +05:00 and one without a zone are shown as the same instants, and one that the shop sends without a zone has not passed in UTC+03:00. Not judged when the shop shows no deadline.',
    fix: 'Parse the offset when there is one, add +03:00 when there is none, and keep instants, not local times.',
  },
] as const satisfies readonly CheckRow[];

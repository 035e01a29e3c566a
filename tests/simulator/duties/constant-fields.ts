const ONE_GROUP = 'Which groups there are is for the operator to say: the simulator has one.';
const NO_ERROR = 'An answer with result true says of no error, and the record in it was made without one.';
const RELEASED = 'A released hold is rejected and was never paid, so that nothing is refunded or settled.';

/** Fields whose value never changes in the simulator, and why no proof can be about another one. */
export const constantFields: Readonly<Record<string, string>> = {
  'invoice/hold.method':
    'The answer to a hold is a form with MD, PaReq and TermUrl, which a payer can only be sent to by POST.',
  'invoice/charge.error_code': NO_ERROR,
  'invoice/unhold.error_code': NO_ERROR,
  'invoice/create-refund.error_code': NO_ERROR,
  'invoice/unhold.status': RELEASED,
  'invoice/unhold.shop_refund': RELEASED,
  'invoice/unhold.settlement_rate': RELEASED,
  'invoice/check.is_unique': 'The specification does not show when it would be false.',
  'invoice/check.payment_token.status': 'The specification does not show which other statuses a token has.',
  'shop_input_config/shop[].id': ONE_GROUP,
  'shop_input_config/shop[].name': ONE_GROUP,
  'shop_input_config/shop[].rating': ONE_GROUP,
  'shop_output_config/shop[].id': ONE_GROUP,
  'shop_output_config/shop[].name': ONE_GROUP,
  'shop_output_config/shop[].rating': ONE_GROUP,
};

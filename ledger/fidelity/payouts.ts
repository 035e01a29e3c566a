import { type FidelityField, type FidelityRecord, field } from './types.ts';

const NUMBER = ['number', 'number | number written with zeros'] as const;

const record: readonly FidelityField[] = [
  field('id', 'integer', 'number', 'number'),
  field('status', 'integer', '3, later 5', 'number', 'payout.initial-status'),
  field('ps_currency', 'integer', 'number', 'number'),
  field('shop_currency', 'integer', 'number', 'number'),
  field('payee_receive', 'number', '100.23', NUMBER),
  field('shop_write_off', 'number', '102.23', NUMBER),
  field('shop_payment_id', 'string', 'text', 'text'),
  field('error_code', 'integer', 'number', 'number'),
  field('rrn', 'string', 'absent', ['text', 'absent'], 'payout.unset-fields'),
  field('bank_transaction_id', 'string', 'absent', ['text', 'absent'], 'payout.unset-fields'),
];

export const payoutRecords: readonly FidelityRecord[] = [
  {
    id: 'withdraw/try',
    when: 'for a payway with one detail of the account',
    fields: [
      field('account_info_config', 'map of descriptors', 'map', 'object'),
      field('account_info_config.bic', 'descriptor', 'descriptor', 'object'),
      field('account_info_config.bic.regex', 'string', 'text', 'text'),
      field('account_info_config.bic.title', 'string', 'text', 'text'),
      field('payee_receive', 'number', '100.23', NUMBER),
      field('ps_currency', 'integer', 'number', 'number'),
      field('shop_currency', 'integer', 'number', 'number'),
      field('shop_write_off', 'number or numeric string', '102.23', NUMBER, 'withdraw-try.shop-write-off'),
      field('info', null, '{}', ['absent', 'object'], 'withdraw-try.info'),
    ],
  },
  {
    id: 'check_account',
    when: 'of an account that can be credited',
    fields: [
      field('account_info', 'object', 'null', ['object', 'null'], 'check-account.account-info'),
      field('result', 'boolean', 'boolean', 'boolean'),
      field('provider_status', 'integer', '1', 'number'),
    ],
  },
  {
    id: 'withdraw/create',
    when: 'of a payout without a redirect',
    fields: [
      field('id', 'integer', 'number', 'number'),
      field('balance', 'number', 'number', NUMBER),
      field('payee_receive', 'number', '100.23', NUMBER),
      field('ps_currency', 'integer', 'number', 'number'),
      field('shop_currency', 'integer', 'number', 'number'),
      field('shop_payment_id', 'string', 'text', 'text'),
      field('shop_write_off', 'number', '102.23', NUMBER),
      field('status', 'integer', '3', 'number', 'payout.initial-status'),
      field('redirect_info', 'object', 'absent', ['object', 'absent'], 'payout.redirect-info'),
      field('redirect_info.data', 'map of strings', 'absent', ['object', 'absent'], 'payout.redirect-keys'),
      field('redirect_info.method', 'string', 'absent', ['null', 'absent'], 'payout.redirect-info'),
      field('redirect_info.url', 'string', 'absent', ['null', 'absent'], 'payout.redirect-info'),
    ],
  },
  { id: 'withdraw/status', when: 'of a payout that is not final', fields: record },
  { id: 'withdraw/shop_payment_status', when: 'of a payout that is not final', fields: record },
];

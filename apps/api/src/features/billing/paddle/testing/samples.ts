// What the provider sends, in the shapes of its reference, short of what nobody here reads.

export const PLAN_PRICE = {
  id: 'pri_01hv0vax6rv18t4tamj848ne4d',
  product_id: 'pro_01htz88xpr0mm7b3ta2pjkr7w2',
  type: 'standard',
  tax_mode: 'account_setting',
  status: 'active',
  unit_price: { amount: '4000', currency_code: 'USD' },
  billing_cycle: { interval: 'month', frequency: 1 },
  trial_period: null,
};

export const TRANSACTION = {
  id: 'txn_01hv8wptq8987qeep44cyrewp9',
  status: 'completed',
  origin: 'web',
  customer_id: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
  subscription_id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
  custom_data: { checkout_token: 'somebody' },
  currency_code: 'USD',
  collection_mode: 'automatic',
  invoice_id: 'inv_01hv8x29nsh54c2pgt0hnq0zkx',
  invoice_number: '325-10566',
  items: [{ price_id: PLAN_PRICE.id, price: PLAN_PRICE, quantity: 1, proration: null }],
  details: {
    totals: {
      subtotal: '4000',
      discount: '0',
      tax: '355',
      total: '4355',
      credit: '1000',
      credit_to_balance: '0',
      balance: '0',
      grand_total: '3355',
      fee: '268',
      earnings: '2732',
      currency_code: 'USD',
    },
    line_items: [],
  },
  payments: [],
  billing_period: {
    starts_at: '2024-04-12T10:37:59.556997Z',
    ends_at: '2024-05-12T10:37:59.556997Z',
  },
  billed_at: '2024-04-12T10:38:00.761Z',
  created_at: '2024-04-12T10:12:33.2014Z',
  updated_at: '2024-04-12T10:38:05.440187078Z',
};

export const SUBSCRIPTION = {
  id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
  transaction_id: TRANSACTION.id,
  status: 'active',
  customer_id: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
  custom_data: null,
  currency_code: 'USD',
  items: [{ status: 'active', quantity: 1, recurring: true, price: PLAN_PRICE }],
  started_at: '2024-04-12T10:37:59.556997Z',
  first_billed_at: '2024-04-12T10:37:59.556997Z',
  next_billed_at: '2024-05-12T10:37:59.556997Z',
  current_billing_period: {
    starts_at: '2024-04-12T10:37:59.556997Z',
    ends_at: '2024-05-12T10:37:59.556997Z',
  },
  billing_cycle: { interval: 'month', frequency: 1 },
  scheduled_change: null,
  paused_at: null,
  canceled_at: null,
  created_at: '2024-04-12T10:38:00.761Z',
  updated_at: '2024-04-12T10:38:00.761Z',
};

export const ADJUSTMENT = {
  id: 'adj_01hvgf2s84dr6reszzg29zbvcm',
  action: 'refund',
  type: 'full',
  status: 'pending_approval',
  transaction_id: TRANSACTION.id,
  subscription_id: SUBSCRIPTION.id,
  customer_id: SUBSCRIPTION.customer_id,
  reason: 'error',
  currency_code: 'USD',
  items: [],
  totals: { subtotal: '3081', tax: '274', total: '3355', fee: '168', earnings: '2913' },
  created_at: '2024-04-15T08:48:20.239695Z',
  updated_at: '2024-04-15T08:48:20.239695Z',
};

export function eventOf(type: string, data: unknown) {
  return {
    event_id: 'evt_01hv8x2ajv6y4w6dq9e4kzzd4n',
    event_type: type,
    occurred_at: '2024-04-12T10:38:05.755631Z',
    notification_id: 'ntf_01hv8x2b0v2rh4r0ve0vcsvq5j',
    data,
  };
}

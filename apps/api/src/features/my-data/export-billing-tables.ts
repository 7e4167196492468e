import type { ExportTable } from './export-table.ts';

/** More than anybody has. */
const ALL = 250;

/** What a user bought and was told of it; see `EXPORT_TABLES`. */
export const BILLING_TABLES: readonly ExportTable[] = [
  {
    table: 'subscriptions',
    columns: [
      'id',
      'customer_id',
      'status',
      'price_id',
      'plan_name',
      'billing_cycle',
      'amount',
      'currency',
      'started_at',
      'period_start',
      'period_end',
      'next_billed_at',
      'scheduled_action',
      'scheduled_at',
      'canceled_at',
      'cancel_requested',
      'cancel_requested_at',
      'created_at',
      'updated_at',
    ],
    key: ['id'],
    batch: ALL,
  },
  {
    table: 'transactions',
    columns: [
      'id',
      'subscription_id',
      'customer_id',
      'status',
      'origin',
      'price_id',
      'plan_name',
      'billing_cycle',
      'amount',
      'tax',
      'currency',
      'period_start',
      'period_end',
      'invoice_number',
      'billed_at',
      'granted_at',
      'returned',
      'restored',
      'provider_created_at',
      'created_at',
      'updated_at',
    ],
    key: ['id'],
    batch: ALL,
  },
  {
    table: 'billing_notices',
    columns: ['notice', 'sent_at'],
    key: ['notice'],
    batch: ALL,
  },
];

import type { ExportTable } from './export-table.ts';

const MANY = 250;

export const NOTIFICATION_TABLES: readonly ExportTable[] = [
  {
    table: 'notification_settings',
    columns: ['silent_bot_mail', 'silent_bot_push'],
    key: ['user_id'],
    batch: MANY,
  },
  {
    table: 'push_subscriptions',
    columns: ['id', 'name', 'created_at'],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'bot_silences',
    columns: ['bot_id', 'since', 'noticed_at', 'open_positions', 'told', 'ended_at'],
    key: ['bot_id', 'since'],
    batch: MANY,
  },
];

/** What of notices an export leaves out, and why. */
export const NOTIFICATIONS_NOT_EXPORTED: Readonly<Record<string, string>> = {
  'push_subscriptions.endpoint': 'stands for a secret: whoever has it can write to the browser',
  'push_subscriptions.p256dh': 'of use to the service alone',
  'push_subscriptions.auth': 'a secret',
  push_outbox: 'notices on their way to browsers; gone within the hour',
};

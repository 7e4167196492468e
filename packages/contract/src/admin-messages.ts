import { z } from 'zod';
import { defineAdminAct, defineAdminList } from './admin-endpoint.ts';
import { isoTime, searchText, typedText, uuid } from './fields.ts';

export const MESSAGE_NOTE_MAX = 1_000;

export const adminMessage = z.object({
  message_id: uuid,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: isoTime,
  handled_at: isoTime.nullable(),
  /** The operator who handled it; null: nobody, or the account is gone. */
  handled_by: z.string().nullable(),
  note: z.string().nullable(),
});
export type AdminMessage = z.output<typeof adminMessage>;

export const listAdminMessages = defineAdminList({
  path: '/api/admin/messages',
  summary: 'What visitors wrote by the contact form, newest first',
  filters: { handled: z.enum(['yes', 'no']).optional(), search: searchText.optional() },
  rows: { messages: adminMessage },
  /** Those that wait, whatever the filter. */
  more: { open: z.number().int() },
});

const act = {
  params: z.object({ message_id: uuid }),
  body: z.object({
    /** What was done about it; takes the place of the note before. */
    note: typedText({ min: 0, max: MESSAGE_NOTE_MAX, name: 'The note' }).default(''),
  }),
  reply: { message: adminMessage },
  errors: ['record_unknown'],
} as const;

export const handleMessage = defineAdminAct({
  ...act,
  path: '/api/admin/messages/:message_id/handle',
  summary: 'Notes that a message was dealt with',
});

export const reopenMessage = defineAdminAct({
  ...act,
  path: '/api/admin/messages/:message_id/reopen',
  summary: 'Puts a message among those that wait again',
});

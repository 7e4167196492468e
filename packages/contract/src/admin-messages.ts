import { z } from 'zod';
import { OPERATOR_ACT_ERRORS } from './admin-audit.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, searchText, typedText, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

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

export const listAdminMessages = defineEndpoint({
  method: 'GET',
  path: '/api/admin/messages',
  auth: 'admin',
  summary: 'What visitors wrote by the contact form, newest first',
  query: z.object({
    ...pageQuery,
    handled: z.enum(['yes', 'no']).optional(),
    search: searchText.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    messages: z.array(adminMessage),
    pagination,
    /** Those that wait, whatever the filter. */
    open: z.number().int(),
  }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});

const act = {
  method: 'POST',
  auth: 'admin',
  confirmed: true,
  params: z.object({ message_id: uuid }),
  body: z.object({
    /** What was done about it; takes the place of the note before. */
    note: typedText({ min: 0, max: MESSAGE_NOTE_MAX, name: 'The note' }).default(''),
  }),
  reply: z.object({ success: z.literal(true), message: adminMessage }),
  errors: [...OPERATOR_ACT_ERRORS, 'record_unknown'],
} as const;

export const handleMessage = defineEndpoint({
  ...act,
  path: '/api/admin/messages/:message_id/handle',
  summary: 'Notes that a message was dealt with',
});

export const reopenMessage = defineEndpoint({
  ...act,
  path: '/api/admin/messages/:message_id/reopen',
  summary: 'Puts a message among those that wait again',
});

import { isUuid } from '@quorate/values/ids';
import { z } from 'zod';
import { CONTACT_LIMITS } from './contact-limits.ts';
import { newEmail } from './email-address.ts';
import { defineEndpoint } from './endpoint.ts';
import { typedText, uuid } from './fields.ts';
import { messageReply } from './reply.ts';

/** What the contact form sends; the same schema guards the service. */
export const contactInput = z.object({
  /** Chosen by the sender for each message: one with an id that is known already is not stored again. */
  message_id: uuid.refine(isUuid, { error: 'must be an id' }).optional(),
  name: typedText({ min: 1, max: CONTACT_LIMITS.name, name: 'The name' }),
  email: newEmail,
  subject: typedText({ min: 1, max: CONTACT_LIMITS.subject, name: 'The subject' }),
  message: typedText({ min: 1, max: CONTACT_LIMITS.message, name: 'The message' }),
  /**
   * A field that people do not see. A program that fills in every field fills in this one, and its
   * message is dropped without a word.
   */
  website: z.string().max(500).default(''),
});
export type ContactInput = z.output<typeof contactInput>;

export const sendContactMessage = defineEndpoint({
  method: 'POST',
  path: '/api/contact',
  auth: 'none',
  summary: 'Stores a message for the people behind the service and mails it to them',
  body: contactInput,
  reply: messageReply,
  errors: ['validation_failed', 'rate_limited'],
});

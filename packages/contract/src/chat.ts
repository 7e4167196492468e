import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { typedText } from './fields.ts';
import { messageReply } from './reply.ts';

/** In characters, but `history`, which counts messages (specification, section 9). */
export const CHAT_LIMITS = { message: 4_000, history: 10, historyContent: 8_000 } as const;

/** One message of the conversation so far, oldest first. */
export const chatTurn = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string().max(CHAT_LIMITS.historyContent),
});
export type ChatTurn = z.output<typeof chatTurn>;

/** What the chat panel sends; the same schema guards the service. */
export const chatInput = z.object({
  message: typedText({ min: 1, max: CHAT_LIMITS.message, name: 'The message' }),
  /** What was said before this message. */
  history: z
    .array(chatTurn)
    .max(CHAT_LIMITS.history, `The history takes at most ${CHAT_LIMITS.history} messages`)
    .default([]),
});
export type ChatInput = z.output<typeof chatInput>;

/**
 * What comes of an answer that is streamed: pieces of it, then the whole, which replaces what was shown of
 * it, or in its place that there is none.
 */
export const chatEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('delta'), data: z.object({ text: z.string() }) }),
  z.object({ event: z.literal('done'), data: z.object({ message: z.string() }) }),
  z.object({ event: z.literal('failure'), data: z.object({ code: z.literal('internal') }) }),
]);
export type ChatEvent = z.output<typeof chatEvent>;

export const sendChatMessage = defineEndpoint({
  method: 'POST',
  path: '/api/chat',
  auth: 'optional',
  summary:
    'Answers a question about the product; plain text in which addresses such as /guide#requirements lead to the source',
  body: chatInput,
  reply: messageReply,
  events: true,
  errors: ['validation_failed', 'rate_limited'],
  // The longest conversation in letters of three bytes each.
  bodyLimit: 256 * 1024,
  // A language model may think for long (specification, section 7).
  timeoutMs: 300_000,
});

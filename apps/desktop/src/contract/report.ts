import { CONTACT_LIMITS } from '@quorate/contract/contact-limits';
import { z } from 'zod';
import { defineLocal, done } from './local-endpoint.ts';

/** As much of a message is the report; the rest is the person's own words. */
export const REPORT_MAX = 4_000;
export const WORDS_MAX = CONTACT_LIMITS.message - REPORT_MAX - 100;

/** What support gets to see, exactly as it would be sent. */
export const getReport = defineLocal({
  method: 'GET',
  path: '/api/report',
  reply: z.object({ report: z.string().max(REPORT_MAX) }),
});

const written = z.strictObject({
  /** What the person has seen: nothing else goes. */
  report: z.string().min(1).max(REPORT_MAX),
  words: z.string().trim().max(WORDS_MAX),
});

/** Sends it to the people behind the service; the same id twice is one report. */
export const sendReport = defineLocal({
  method: 'POST',
  path: '/api/report',
  body: written.extend({ message_id: z.uuid() }),
  reply: done,
  timeoutMs: 20_000,
});

/** Keeps it as a file in the data folder, for a mail: where the service is away, or nobody is signed in. */
export const saveReport = defineLocal({
  method: 'POST',
  path: '/api/report-file',
  body: written,
  reply: z.object({ file: z.string() }),
});

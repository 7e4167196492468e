import type { ZodError } from 'zod';
import { type Envelope, envelope, LINE_MAX_BYTES } from './messages.ts';

/** A line that was heard: its envelope, and everything in it as the body. */
export type Frame = Readonly<{ head: Envelope; body: Readonly<Record<string, unknown>> }>;

/** @returns the frame, or in a few words what is wrong with the line; never a part of it */
export function parseFrame(line: string): Frame | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'a line is no JSON';
  }
  if (!isRecord(value)) return 'a line is no JSON object';
  const head = envelope.safeParse(value);
  if (head.success) return { head: head.data, body: value };
  const field = head.error.issues[0]?.path.join('.') || 'envelope';
  return `a line has no right '${field}' in its envelope`;
}

/** @returns the bytes of the line, newline included, or null when it is longer than a line may be */
export function printFrame(head: Envelope, body: object): Buffer | null {
  const bytes = Buffer.from(`${JSON.stringify({ ...head, ...body })}\n`);
  return bytes.length > LINE_MAX_BYTES ? null : bytes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a body does not fit its schema: `positions.3.sl`. Never what stands there. */
export function wrongField(error: ZodError): string {
  return error.issues[0]?.path.join('.') || 'body';
}

/** Words of somebody else as a log can hold them: nothing in them moves a cursor or begins a line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
}

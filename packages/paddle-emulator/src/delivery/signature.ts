import { createHmac } from 'node:crypto';

/**
 * The Paddle-Signature header of a body: `ts=…;h1=…`, with one h1 for each secret.
 *
 * @param seconds since 1970
 * @example signatureOf('{"event_id":"evt_1"}', 1_790_000_000, ['pdl_ntfset_…'])
 */
export function signatureOf(body: string, seconds: number, secrets: readonly string[]): string {
  const hashes = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}:${body}`).digest('hex'),
  );
  return [`ts=${seconds}`, ...hashes.map((hash) => `h1=${hash}`)].join(';');
}

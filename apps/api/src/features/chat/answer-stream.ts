import { Readable } from 'node:stream';
import type { ChatEvent } from '@quorate/contract/chat';

/** Proxies and the server itself drop a connection on which nothing comes. */
const BEAT_MS = 15_000;

/**
 * An answer as server-sent events: `delta` for each piece, then `done` with the whole reply, which replaces
 * them, or `failure`.
 *
 * @param answer is given the function that takes pieces
 */
export function answerStream(answer: (say: (text: string) => void) => Promise<string>): Readable {
  const beat = setInterval(() => push(': still here\n\n'), BEAT_MS);
  const stream = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(beat);
      done(error);
    },
  });

  // An answer is short: a reader who is slow leaves little behind.
  function push(text: string): void {
    if (!stream.destroyed && !stream.readableEnded) stream.push(text);
  }

  const tell = (event: ChatEvent) =>
    push(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);

  push(': open\n\n');
  answer((text) => tell({ event: 'delta', data: { text } }))
    .then(
      (message) => tell({ event: 'done', data: { message } }),
      // The head is sent: what went wrong can be said here only, and no more than that it did.
      () => tell({ event: 'failure', data: { code: 'internal' } }),
    )
    .finally(() => {
      clearInterval(beat);
      if (!stream.destroyed) stream.push(null);
    });
  return stream;
}

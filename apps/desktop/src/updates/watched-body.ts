import type { Timers } from '@quorate/bot/timers';

/** A connection on which nothing comes for so long is given up. */
export const STALLED_MS = 60_000;

/**
 * The pieces of a body as they come. One that stalls or breaks ends early, which its length tells: what has
 * come is kept, and the rest is asked for another time.
 *
 * @param leave ends the call that the body belongs to
 */
export async function* watchedBody(
  timers: Timers,
  body: ReadableStream<Uint8Array>,
  leave: AbortController,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const callOff = timers.after(STALLED_MS, () => leave.abort());
      const piece = await reader
        .read()
        .finally(callOff)
        .catch(() => null);
      if (piece === null || piece.done) return;
      yield piece.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

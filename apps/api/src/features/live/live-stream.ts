import { Readable } from 'node:stream';
import { LIVE_TOPICS, type LiveCounts, liveEventId } from '@quorate/contract/live';
import type { LiveHub } from './live-hub.ts';

/**
 * Proxies drop a connection on which nothing comes. At the same time it is noticed what was stored without a
 * notice: its sender was killed, or the notice was lost.
 */
const BEAT_MS = 15_000;

type LiveStreamDeps = Readonly<{
  hub: LiveHub;
  readCounts(userId: string): Promise<LiveCounts>;
  /** Calls when the session that asked has ended; returns how to stop that. */
  watchSession(ended: () => void): () => void;
}>;

/**
 * The events of one browser. An event says which topics have changed, not what they are by now, so that a
 * reader who is slow gets fewer events and never a longer queue.
 *
 * @param since what the reader has seen already; null for one who has just read everything
 */
export async function openLiveStream(
  deps: LiveStreamDeps,
  userId: string,
  since: LiveCounts | null,
): Promise<Readable> {
  let sent = since;
  let known: LiveCounts | null = null;
  /** What was heard before the counts were read counts, too. */
  let heard: LiveCounts = { trades: 0, usage: 0, bots: 0, setup: 0 };
  let mayPush = true;
  let leave = () => {};
  let unwatch = () => {};
  const stream = new Readable({
    read() {
      mayPush = true;
      tell();
    },
    destroy(error, done) {
      clearInterval(beat);
      leave();
      unwatch();
      done(error);
    },
  });
  const beat = setInterval(() => {
    stillHere().catch(end);
  }, BEAT_MS);

  function push(text: string): void {
    if (mayPush && !stream.readableEnded && !stream.destroyed) mayPush = stream.push(text);
  }

  /** Whatever the reason, the reader comes back, and is told if there is one to tell. */
  function end(): void {
    if (!stream.destroyed) stream.push(null);
    clearInterval(beat);
    leave();
    unwatch();
  }

  function tell(): void {
    if (!known || !mayPush) return;
    const counts = highest(known, heard);
    const before = sent ?? counts;
    const changed = LIVE_TOPICS.filter((topic) => counts[topic] !== before[topic]);
    if (sent && changed.length === 0) return;
    sent = counts;
    const data = JSON.stringify({ counts, changed });
    push(`event: changed\nid: ${liveEventId(counts)}\ndata: ${data}\n\n`);
  }

  async function stillHere(): Promise<void> {
    push(': still here\n\n');
    await look();
  }

  async function look(): Promise<void> {
    known = await deps.readCounts(userId);
    tell();
  }

  try {
    leave = await deps.hub.subscribe(userId, (notice) => {
      if (notice === null) look().catch(end);
      else if (notice.topic !== 'commands') {
        heard = { ...heard, [notice.topic]: Math.max(heard[notice.topic], notice.count) };
        tell();
      }
    });
    unwatch = deps.watchSession(end);
    push(': open\n\n');
    await look();
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function highest(a: LiveCounts, b: LiveCounts): LiveCounts {
  return {
    trades: Math.max(a.trades, b.trades),
    usage: Math.max(a.usage, b.usage),
    bots: Math.max(a.bots, b.bots),
    setup: Math.max(a.setup, b.setup),
  };
}

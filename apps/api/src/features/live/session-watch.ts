/** A session that ended is noticed within this and the time of one statement. */
const LOOK_EVERY_MS = 400;
/** Streams end when nothing could be looked up for so long: nobody knows any more whose they are. */
const BLIND_MS = 15_000;

export type SessionWatch = Readonly<{
  /** @returns how to end it */
  watch(tokenHash: string, ended: () => void): () => void;
  close(): void;
}>;

/**
 * Notices the end of sessions that streams hang on, whatever ended them: a sign-out on any copy of the service,
 * a reset, an operator, the clock, a row that was deleted. One statement looks for all streams of this copy;
 * while there are none, it does not look.
 *
 * @param findLive those of the given sessions that have neither ended nor expired
 */
export function createSessionWatch(
  findLive: (tokenHashes: readonly string[]) => Promise<ReadonlySet<string>>,
): SessionWatch {
  const watched = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let sawAt = 0;
  let closed = false;

  async function look(): Promise<void> {
    const tokenHashes = [...watched.keys()];
    try {
      const live = await findLive(tokenHashes);
      sawAt = performance.now();
      for (const tokenHash of tokenHashes) if (!live.has(tokenHash)) endAll(tokenHash);
    } catch {
      // The database is away, and so is everything that a stream could tell.
      if (performance.now() - sawAt > BLIND_MS) for (const each of tokenHashes) endAll(each);
    }
    timer = undefined;
    lookSoon();
  }

  function lookSoon(): void {
    if (closed || timer || watched.size === 0) return;
    timer = setTimeout(look, LOOK_EVERY_MS).unref();
  }

  function endAll(tokenHash: string): void {
    const those = watched.get(tokenHash) ?? [];
    watched.delete(tokenHash);
    for (const ended of those) ended();
  }

  return {
    watch(tokenHash, ended) {
      const those = watched.get(tokenHash) ?? new Set();
      if (watched.size === 0) sawAt = performance.now();
      watched.set(tokenHash, those.add(ended));
      lookSoon();
      return () => {
        those.delete(ended);
        if (those.size === 0 && watched.get(tokenHash) === those) watched.delete(tokenHash);
      };
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

import type { Clock } from './clock.ts';

/** Caches an expensive answer for this long: calls in the meantime share it. An error is not cached. */
export function cacheFor<T>(
  clock: Clock,
  ms: number,
  read: (now: number) => Promise<T>,
): () => Promise<T> {
  let cached: { until: number; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (!cached || now >= cached.until) {
      const answer = read(now);
      cached = { until: now + ms, answer };
      answer.catch(() => {
        if (cached?.answer === answer) cached = undefined;
      });
    }
    return cached.answer;
  };
}

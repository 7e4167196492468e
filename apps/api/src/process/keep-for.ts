import type { Clock } from './clock.ts';

/** Whoever asks within so long after the first shares its answer: what costs much is read once. */
export function keepFor<T>(
  clock: Clock,
  ms: number,
  read: (now: number) => Promise<T>,
): () => Promise<T> {
  let kept: { until: number; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (!kept || now >= kept.until) {
      const answer = read(now);
      kept = { until: now + ms, answer };
      // A fault is told to whoever asked, and not kept for those who come after.
      answer.catch(() => {
        if (kept?.answer === answer) kept = undefined;
      });
    }
    return kept.answer;
  };
}

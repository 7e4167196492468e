import { spanWords } from './span-words.ts';
import { useNow } from './use-now.ts';

/** What is left until a time, each second and without reading it out. @param props.until ISO 8601 */
export function Countdown({ until }: { until: string }) {
  const left = Date.parse(until) - useNow();
  return (
    <span role="timer" aria-live="off" className="figures text-small whitespace-nowrap text-muted">
      {left > 0 ? `in ${spanWords(left)}` : 'any moment now'}
    </span>
  );
}

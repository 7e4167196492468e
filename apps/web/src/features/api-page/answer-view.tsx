import { Badge } from '@quorate/ui/badge';
import { Notice } from '@quorate/ui/notice';
import type { Answer } from './send-call.ts';

/** What a tried call was answered, or why it was not. */
export function AnswerView({ answer }: { answer: Answer | string }) {
  if (typeof answer === 'string')
    return (
      <Notice tone="error" live>
        {answer}
      </Notice>
    );
  const { status, ms, headers, text } = answer;
  return (
    <section aria-label="Answer" aria-live="polite" className="space-y-2">
      <p className="text-small">
        <Badge tone={status < 300 ? 'gain' : status < 500 ? 'warn' : 'loss'}>{status}</Badge>{' '}
        <span className="text-muted">{Math.round(ms)} ms</span>
      </p>
      <ul className="text-tiny text-muted">
        {headers.map(([name, value]) => (
          <li key={name} className="wrap-anywhere">
            {name}: {value}
          </li>
        ))}
      </ul>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer is scrolled by the keyboard, too
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control border border-line bg-surface p-3 text-tiny"
      >
        {text || 'An empty answer.'}
      </pre>
    </section>
  );
}

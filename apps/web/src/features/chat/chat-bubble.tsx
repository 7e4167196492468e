import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { ConvergingLines } from '../../ui/converging-lines.tsx';

type ChatBubbleProps = { role: 'user' | 'assistant'; children: ReactNode };

/** One message; who wrote it shows by its side and is read out. */
export function ChatBubble({ role, children }: ChatBubbleProps) {
  const own = role === 'user';
  return (
    <div className={classNames('flex animate-arrive', own ? 'justify-end' : 'justify-start')}>
      <div
        data-role={role}
        className={classNames(
          'max-w-[88%] whitespace-pre-wrap rounded-card px-4 py-2.5 text-small [overflow-wrap:anywhere]',
          own ? 'rounded-br-sm bg-brand text-brand-ink' : 'rounded-bl-sm bg-sunk text-ink',
        )}
      >
        <span className="sr-only">{own ? 'You: ' : 'Assistant: '}</span>
        {children}
      </div>
    </div>
  );
}

/** Voices on their way to an answer. */
export function ChatTyping() {
  return (
    <div role="status" className="flex items-center gap-2.5 text-tiny text-muted">
      <ConvergingLines moving className="size-6 text-brand" />
      The assistant is writing
    </div>
  );
}

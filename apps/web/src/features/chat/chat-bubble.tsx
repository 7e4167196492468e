import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import type { ReactNode } from 'react';

type ChatBubbleProps = {
  from: 'user' | 'assistant';
  /** It stands there already: it does not move in. */
  still?: boolean;
  children: ReactNode;
};

/** One message; who wrote it shows by its side and is read out. */
export function ChatBubble({ from, still = false, children }: ChatBubbleProps) {
  const own = from === 'user';
  return (
    <div
      className={classNames(
        'flex',
        !still && 'animate-arrive',
        own ? 'justify-end' : 'justify-start',
      )}
    >
      <div
        data-role={from}
        className={classNames(
          'max-w-[88%] whitespace-pre-wrap rounded-card px-4 py-2.5 text-small [overflow-wrap:anywhere]',
          own ? 'rounded-br-sm bg-brand text-brand-ink' : 'rounded-bl-sm bg-sunk text-ink',
        )}
      >
        <span className="sr-only">{own ? 'You: ' : 'Assistant: '}</span>
        {/* Whoever asks in Arabic is answered in Arabic. */}
        <span dir="auto" className="block">
          {children}
        </span>
      </div>
    </div>
  );
}

/** Voices on their way to an answer. */
export function ChatTyping({ onStop }: { onStop: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2.5 text-tiny text-muted">
      <div role="status" className="flex items-center gap-2.5">
        <ConvergingLines moving className="size-6 text-brand" />
        The assistant is writing
      </div>
      <Button size="small" variant="secondary" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

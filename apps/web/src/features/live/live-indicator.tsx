import { classNames } from '@quorate/ui/class-names';
import type { LiveState } from './live-connection.ts';

const WORDS: Record<LiveState, { word: string; dot: string; meaning: string }> = {
  live: {
    word: 'Up to date',
    dot: 'bg-muted',
    meaning: 'This page updates automatically. How your bot is doing stands beside it.',
  },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'border-[1.5px] border-warn',
    meaning: 'The page lost its connection and is connecting again. Your bot is not affected.',
  },
  offline: {
    word: 'Page offline',
    dot: 'border-[1.5px] border-loss',
    meaning: 'This device has no network. What is shown may be old.',
  },
};

/** Whether the page follows the service. Told by word and shape, and read out when it changes. */
export function LiveIndicator({ state }: { state: LiveState }) {
  const { word, dot, meaning } = WORDS[state];
  return (
    <span
      role="status"
      title={meaning}
      className="inline-flex items-center gap-1.5 whitespace-nowrap"
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-full', dot)} />
      {word}
    </span>
  );
}

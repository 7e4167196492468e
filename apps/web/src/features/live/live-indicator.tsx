import { classNames } from '@quorate/ui/class-names';
import type { LiveState } from './live-connection.ts';

const WORDS: Record<LiveState, { word: string; dot: string; meaning: string }> = {
  live: { word: 'Live', dot: 'bg-gain', meaning: 'Changes show by themselves.' },
  reconnecting: {
    word: 'Reconnecting',
    dot: 'border-[1.5px] border-warn',
    meaning: 'The connection was lost. It is being made again.',
  },
  offline: {
    word: 'Offline',
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

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Action } from './decision-words.ts';

const BOXES: Record<Action, string> = {
  BUY: 'border-gain/35 bg-gain/8',
  SELL: 'border-loss/35 bg-loss/8',
  HOLD: 'border-line bg-sunk',
};

type VerdictBarProps = { action: Action; verdict: ReactNode; note: ReactNode };

export function VerdictBar({ action, verdict, note }: VerdictBarProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-[10px] border px-4 py-3',
        BOXES[action],
      )}
    >
      <span className="font-serif text-heading font-medium">{verdict}</span>
      <span className="figures text-tiny">{note}</span>
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

export type StatTone = keyof typeof TONES;

type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** The sample behind the figure, or what it means. */
  note?: ReactNode;
  tone?: StatTone;
};

/** One figure with its name and its sample. Stands in a `<dl>`. */
export function Stat({ label, value, note, tone = 'plain' }: StatProps) {
  return (
    <div className="min-w-0">
      <dt className="text-tiny text-muted">{label}</dt>
      <dd
        className={classNames(
          'mt-1 font-serif text-[1.75rem] leading-tight tabular-nums lining-nums',
          TONES[tone],
        )}
      >
        {value}
      </dd>
      {note && <dd className="mt-1 text-tiny text-muted">{note}</dd>}
    </div>
  );
}

/** @returns the tone of a result: gains and losses differ, an exact zero is neither */
export function toneOf(amount: number): StatTone {
  if (amount === 0) return 'plain';
  return amount > 0 ? 'gain' : 'loss';
}

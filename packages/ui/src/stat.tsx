import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Instead of a 0 that only says that there is nothing yet. */
export const NOTHING_YET = '–';

/** Text colour of a result, which its sign tells as well. */
export const TONE_TEXT = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

export type StatTone = keyof typeof TONE_TEXT;

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
          'mt-1 font-serif leading-[2.1875rem] whitespace-nowrap tabular-nums lining-nums',
          sizeOf(value),
          TONE_TEXT[tone],
        )}
      >
        {value}
      </dd>
      {note && <dd className="mt-1 text-tiny text-muted">{note}</dd>}
    </div>
  );
}

/** Two figures stand side by side on a phone: what is longer than its half is smaller there, on the same line. */
function sizeOf(value: ReactNode): string {
  const length = typeof value === 'string' ? value.length : 0;
  return length > 13 ? 'text-body sm:text-heading' : 'text-heading';
}

/** @returns the tone of a result: gains and losses differ, an exact zero is neither */
export function toneOf(amount: number): StatTone {
  if (amount === 0) return 'plain';
  return amount > 0 ? 'gain' : 'loss';
}

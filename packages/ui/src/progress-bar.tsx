import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

type ProgressBarProps = HTMLAttributes<HTMLDivElement> & {
  /** Names it, or `labelledBy` says what does; without either it is decoration. */
  label?: string;
  labelledBy?: string;
  /** 0 to 100; null where nobody knows. */
  percent: number | null;
  /** What is read out in place of the percentage. */
  text?: string;
  /** Colour of what is filled. */
  fill?: string;
};

/** How much of a whole is there. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, labelledBy, percent, text, fill = 'bg-brand', className, ...rest } = props;
  const shown = Math.min(100, Math.max(0, percent ?? 0));
  const isNamed = label !== undefined || labelledBy !== undefined;
  return (
    <div
      {...rest}
      {...(isNamed
        ? {
            role: 'progressbar',
            'aria-label': label,
            'aria-labelledby': labelledBy,
            'aria-valuemin': 0,
            'aria-valuemax': 100,
            'aria-valuenow': percent === null ? undefined : Math.round(shown),
            'aria-valuetext': text,
          }
        : { 'aria-hidden': true })}
      className={classNames('overflow-hidden rounded-full bg-sunk', className ?? 'h-2')}
    >
      <div
        className={classNames('h-full rounded-full transition-[width] duration-200', fill)}
        style={{ width: `${shown}%` }}
      />
    </div>
  );
}

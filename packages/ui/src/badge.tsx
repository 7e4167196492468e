import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  neutral: 'border-line-strong/50 text-muted',
  brand: 'border-brand/45 text-brand',
  gain: 'border-gain/45 text-gain',
  loss: 'border-loss/45 text-loss',
  warn: 'border-warn/50 text-warn',
} as const;

type BadgeProps = { tone?: keyof typeof TONES; className?: string; children: ReactNode };

export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-block max-w-full rounded-full border px-2.5 py-px text-tiny font-medium',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

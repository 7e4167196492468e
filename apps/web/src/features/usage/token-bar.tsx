import type { UsageLevel } from './token-usage.ts';

const COLOURS: Record<UsageLevel, string> = {
  normal: 'bg-gain',
  high: 'bg-warn',
  critical: 'bg-loss',
};

type TokenBarProps = { percent: number; level: UsageLevel };

export function TokenBar({ percent, level }: TokenBarProps) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <div
      role="progressbar"
      aria-label="Tokens used"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      data-level={level}
      className="h-2 overflow-hidden rounded-full bg-sunk"
    >
      <div
        className={`h-full rounded-full transition-[width] duration-200 ${COLOURS[level]}`}
        style={{ width: `${shown}%` }}
      />
    </div>
  );
}

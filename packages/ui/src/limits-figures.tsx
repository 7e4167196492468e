import { select, t } from '@lingui/core/macro';
import type { FloorsView } from '@quorate/contract/rule-sets';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import {
  amountOfInitial,
  barParts,
  highestLine,
  ifStoppedSentence,
  initialBalance,
  turnSentence,
} from './limits-words.ts';
import { formatTime } from './time-format.ts';

type LimitsFiguresProps = {
  floors: FloorsView;
  currency: string;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** Whether the figures are of earlier and are named by their time. */
  isOld: boolean;
  /** Whether it stands in a column. */
  isNarrow?: boolean;
};

/** How far an account is from its limits: the sentence, the bar, and each figure in money and percent. */
export function LimitsFigures(props: LimitsFiguresProps) {
  const { floors, currency, now, timeZone, isOld, isNarrow = false } = props;
  const highest = highestLine(floors);
  const initial = initialBalance(floors);
  const amount = (value: number | null) => amountOfInitial(value, initial, currency);
  return (
    <>
      <p className="mt-2 text-small">{ifStoppedSentence(floors, currency, isOld)}</p>
      <LimitBar floors={floors} />
      <dl
        className={classNames(
          'mt-3 grid grid-cols-2 gap-x-4 gap-y-2',
          !isNarrow && 'md:grid-cols-4',
        )}
      >
        <Figure label={floorLabel(highest?.line.kind ?? null)}>{amount(floors.floor)}</Figure>
        <Figure label={t`Equity`}>{amount(floors.equity)}</Figure>
        <Figure label={t`Open risk`}>{amount(floors.open_risk)}</Figure>
        <Figure label={t`Headroom`}>
          <span className={floors.headroom !== null && floors.headroom < 0 ? 'text-loss' : ''}>
            {amount(floors.headroom)}
          </span>
        </Figure>
      </dl>
      <p className="mt-2 text-tiny text-muted">
        {turnSentence(floors, now, timeZone)}
        {isOld && ` ${t`Figures as of ${formatTime(floors.reported_at, timeZone)}.`}`}
      </p>
    </>
  );
}

function floorLabel(kind: 'day' | 'week' | 'total' | null): string {
  if (kind === null) return t`Floor`;
  return t`Floor: ${select(kind, { day: 'daily limit', week: 'weekly limit', other: 'total limit' })}`;
}

/** One figure of a list of them, under its name. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-tiny text-muted">{label}</dt>
      <dd className="figures text-small wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What is lost of the room above the floor, what is at risk of it, and what is left. */
function LimitBar({ floors }: { floors: FloorsView }) {
  const parts = barParts(floors);
  if (!parts)
    return <p className="mt-2 text-tiny text-muted">{t`The bar needs equity and risk.`}</p>;
  const { lost, atRisk, left } = parts;
  return (
    <div className="mt-3">
      <div aria-hidden="true" className="flex h-3 overflow-hidden rounded-full bg-sunk">
        <div className="bg-brand" style={{ width: `${lost}%` }} />
        <div className="bg-brand/40" style={{ width: `${atRisk}%` }} />
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-tiny text-muted">
        <span className="sr-only">{t`Of the room above the floor:`} </span>
        <Key tone="bg-brand">{t`${Math.round(lost)}% lost`}</Key>
        <Key tone="bg-brand/40">{t`${Math.round(atRisk)}% at risk`}</Key>
        <Key tone="border border-line-strong bg-sunk">{t`${Math.round(left)}% left`}</Key>
      </p>
    </div>
  );
}

function Key({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${tone}`} />
      {children}
    </span>
  );
}

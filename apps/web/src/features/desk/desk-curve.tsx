import { t } from '@lingui/core/macro';
import { DESK_RANGES, type Desk, type DeskRange } from '@quorate/contract/desk';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney } from '@quorate/ui/format';
import { useMemo, useState } from 'react';
import { useDeskPath } from '../../lib/desk-path.ts';
import { decisionPath } from '../../lib/story-path.ts';
import { type CurveScale, curveScale } from '../../ui/curve-scale.ts';
import { RangeButtons } from '../../ui/range-buttons.tsx';
import { TimeCurve } from '../../ui/time-curve.tsx';

const RANGE_WORDS: Record<DeskRange, { short: string; long: string }> = {
  '1d': { short: '1D', long: t`one day` },
  '1w': { short: '1W', long: t`one week` },
  '1m': { short: '1M', long: t`one month` },
  '3m': { short: '3M', long: t`three months` },
  all: { short: t({ message: 'All', context: 'the whole period' }), long: t`everything` },
};

type DeskCurveProps = {
  desk: Desk;
  currency: string;
  timeZone: string;
  range: DeskRange;
  isChanging: boolean;
  onRange: (range: DeskRange) => void;
};

/** Equity over true time with its floors; each closed trade is a dot that leads to its story. */
export function DeskCurve(props: DeskCurveProps) {
  const { desk, currency, timeZone, range, isChanging, onRange } = props;
  const [at, setAt] = useState<number | null>(null);
  const path = useDeskPath();
  const { curve, limits } = desk;
  const scale = useMemo(() => curveScale(curve, limits?.lines ?? []), [curve, limits]);
  return (
    <section
      aria-label={t`Equity curve`}
      className="min-w-0 rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-small font-semibold text-muted">
          {curve.basis === 'equity' ? t`Equity` : t`Balance after each trade`}
        </h2>
        <RangeButtons ranges={DESK_RANGES} words={RANGE_WORDS} value={range} onChange={onRange} />
      </div>
      <div className={classNames('mt-2 h-[10rem] sm:h-[14.5rem]', isChanging && 'opacity-60')}>
        {scale ? (
          <TimeCurve
            scale={scale}
            marks={curve.marks}
            currency={currency}
            timeZone={timeZone}
            at={at}
            onPoint={setAt}
            storyOf={(decision) => decisionPath(path, decision)}
          />
        ) : (
          <p className="flex h-full items-center justify-center text-center text-small text-muted">
            {desk.balance === null
              ? t`The curve begins once your bot has reported its balance.`
              : t`No trade was closed in this time.`}
          </p>
        )}
      </div>
      <p className="sr-only">{scale && summaryOf(scale, currency)}</p>
    </section>
  );
}

function summaryOf({ lowest, highest, first, last }: CurveScale, currency: string): string {
  const money = (amount: number) => formatMoney(amount, currency);
  return t`From ${money(first)} to ${money(last)}, lowest ${money(lowest)}, highest ${money(highest)}.`;
}

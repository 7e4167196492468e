import { select, t } from '@lingui/core/macro';
import { CURVE_RANGES, type CurveRange, type EquityCurve } from '@quorate/contract/equity-curve';
import { classNames } from '@quorate/ui/class-names';
import { formatCount, formatMoney, formatNumber, formatPercent } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatDay, formatTime } from '@quorate/ui/time-format';
import { useMemo, useState } from 'react';
import { useDeskPath } from '../../lib/desk-path.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { type CurveScale, curveScale } from '../../ui/curve-scale.ts';
import { RangeButtons } from '../../ui/range-buttons.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TimeCurve } from '../../ui/time-curve.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { CHART_NOTES } from './chart-notes.ts';
import { ChartReader } from './chart-reader.tsx';
import { ChartTable } from './chart-table.tsx';
import { accountName, VALUE_NAMES } from './curve-words.ts';
import { type DrawdownPoint, drawdownPoints, largestFall } from './drawdown-points.ts';
import { type ChartSelection, useEquityCurve } from './equity-curve.api.ts';

const RANGE_WORDS: Record<CurveRange, { short: string; long: string }> = {
  '1w': { short: '1W', long: t`the last week of the period` },
  '1m': { short: '1M', long: t`the last month of the period` },
  '3m': { short: '3M', long: t`the last three months of the period` },
  '1y': { short: '1Y', long: t`the last year of the period` },
  all: { short: t({ message: 'All', context: 'the whole period' }), long: t`the whole period` },
};

/** Its place in the address. */
const ACCOUNT = 'equity';

/** Equity of one account over true time, its falls below it, its floors and its trades. */
export function EquityChart(selection: ChartSelection) {
  const [query, setQuery] = useAddressQuery();
  const chosen = uuidOf(query.get(ACCOUNT));
  const [range, setRange] = useState<CurveRange>('all');
  const answer = useEquityCurve(selection, chosen, range);
  const { accounts = [], curve = null } = answer.data ?? {};
  const choose = (account: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        next.set(ACCOUNT, account);
        return next;
      },
      { preventScrollReset: true, replace: true },
    );
  const points = useMemo(() => drawdownPoints(curve?.points ?? []), [curve]);
  const { timeZone } = selection;
  return (
    <ChartFrame
      {...CHART_NOTES.equity}
      isFirst
      total={
        <span className="block min-h-[9.5rem] sm:min-h-[2.4rem]">
          {curve && `${totalOf(curve, points, timeZone)} ${noteOf(curve, accounts.length)}`}
        </span>
      }
      table={
        curve === null
          ? null
          : () => <EquityTable curve={curve} points={points} timeZone={timeZone} />
      }
    >
      {answer.isError && (
        <RetryNotice
          title={t`Failed to load the equity`}
          error={answer.error}
          onRetry={() => void answer.refetch()}
          busy={answer.isFetching}
        />
      )}
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <SelectField
          label={t`Account shown`}
          value={curve?.account_id ?? ''}
          options={
            curve
              ? accounts.map((account) => ({
                  value: account.account_id,
                  label: accountName(account),
                }))
              : [{ value: '', label: answer.isError ? t`Not known` : t`Loading` }]
          }
          onChange={choose}
          className="w-full max-w-72"
        />
        <RangeButtons ranges={CURVE_RANGES} words={RANGE_WORDS} value={range} onChange={setRange} />
      </div>
      <div
        aria-busy={answer.isPlaceholderData}
        className={classNames(answer.isPlaceholderData && 'opacity-60')}
      >
        {curve ? (
          <EquityDrawing curve={curve} points={points} timeZone={timeZone} />
        ) : (
          <Skeleton className="h-[22.05rem] sm:h-[23.45rem]" />
        )}
      </div>
    </ChartFrame>
  );
}

function uuidOf(text: string | null): string | null {
  return text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null;
}

type EquityProps = {
  curve: EquityCurve;
  points: readonly DrawdownPoint[];
  timeZone: string;
};

function EquityDrawing({ curve, points, timeZone }: EquityProps) {
  const [at, setAt] = useState<number | null>(null);
  const desk = useDeskPath();
  const scale = useMemo(() => curveScale(curve, curve.floors), [curve]);
  if (!scale)
    return (
      <p className="flex h-60 items-center justify-center text-small text-muted">{t`No trade was closed in this time.`}</p>
    );
  const words = (index: number) => pointWords(curve, points[index], timeZone);
  return (
    <ChartReader
      label={t`Equity and drawdown over time`}
      count={points.length}
      at={at}
      onMove={setAt}
      words={words}
    >
      <div className="h-[14rem] sm:h-[16.5rem]">
        <TimeCurve
          scale={scale}
          marks={curve.marks}
          currency={curve.currency}
          timeZone={timeZone}
          at={at}
          onPoint={setAt}
          storyOf={(decision) => `${desk}/decisions/${decision}`}
        />
      </div>
      <Underwater scale={scale} points={points} at={at} />
    </ChartReader>
  );
}

type UnderwaterProps = {
  scale: CurveScale;
  points: readonly DrawdownPoint[];
  at: number | null;
};

/** How far below its highest point so far, on the same axis of time. */
function Underwater({ scale, points, at }: UnderwaterProps) {
  const deepest = Math.min(0, ...points.map(({ drawdown }) => drawdown));
  const yOf = (drawdown: number) =>
    deepest === 0 ? 0 : Math.round((1e4 * drawdown) / deepest) / 100;
  const placed = scale.points.map(({ x }, index) => ({ x, y: yOf(points[index]?.drawdown ?? 0) }));
  const line = placed
    .map(({ x, y }, index) =>
      index === 0 ? `M${x} ${y}` : scale.hasSteps ? `H${x}V${y}` : `L${x} ${y}`,
    )
    .join('');
  const point = at === null ? null : placed[at];
  return (
    <div className="mt-2 grid grid-cols-[1fr_auto]">
      <div className="relative h-14 border-t border-line-strong/60">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          <path
            d={`${line}V0H${placed[0]?.x ?? 0}Z`}
            className="fill-loss/15 stroke-loss"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {point && (
          <span
            style={{ left: `${point.x}%` }}
            className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
          />
        )}
      </div>
      <div className="figures relative w-12 text-end text-tiny leading-4 text-muted">
        {deepest < 0 && (
          <span className="absolute end-0 bottom-0">{formatNumber(deepest, COMPACT)}</span>
        )}
      </div>
      <p className="text-tiny leading-5 text-muted">{t`Below its highest point`}</p>
    </div>
  );
}

const COMPACT = { notation: 'compact', maximumSignificantDigits: 3 } as const;

function EquityTable({ curve, points, timeZone }: EquityProps) {
  return (
    <ChartTable
      caption={t`Equity and drawdown`}
      columns={[t`Time`, VALUE_NAMES[curve.basis], t`Since the start`, t`Drawdown`]}
      noun={t`points`}
      items={points}
      row={({ at, value, change, drawdown }) => ({
        key: String(at),
        head: formatTime(new Date(at * 1_000).toISOString(), timeZone),
        cells: [
          formatMoney(value, curve.currency),
          formatMoney(change, curve.currency, 'always'),
          formatMoney(drawdown, curve.currency, 'always'),
        ],
      })}
    />
  );
}

function noteOf(curve: EquityCurve, accounts: number): string {
  const basis = {
    equity: t`Your equity as your bot reported it, open positions included.`,
    balance: t`The balance after each closed trade, from the balance that your bot reported. Equity was not kept for the whole time.`,
    net: t`Closed trades added up from 0: no balance of this account is known.`,
  }[curve.basis];
  return accounts > 1
    ? `${basis} ${t`One account at a time: equities of several accounts are not added.`}`
    : basis;
}

function totalOf(
  { currency, basis, points: [first], more_marks: more, marks }: EquityCurve,
  points: readonly DrawdownPoint[],
  timeZone: string,
): string {
  const last = points.at(-1);
  if (!first || !last) return '';
  const money = (amount: number) => formatMoney(amount, currency);
  const span =
    basis === 'net'
      ? t`Net ${formatMoney(last.value, currency, 'always')}.`
      : t`From ${money(first[1])} to ${money(last.value)} (${formatMoney(last.change, currency, 'always')}).`;
  const dots = more > 0 ? t`Dots: the newest ${formatCount(marks.length)} closed trades.` : '';
  const fall = fallSentence(largestFall(points), { currency, basis, timeZone });
  return [span, fall, dots].filter(Boolean).join(' ');
}

function fallSentence(
  fall: ReturnType<typeof largestFall>,
  { currency, basis, timeZone }: Pick<EquityCurve, 'currency' | 'basis'> & { timeZone: string },
): string {
  if (!fall) return t`No drawdown between its points.`;
  const day = (at: number) => formatDay(new Date(at * 1_000).toISOString(), timeZone);
  const [amount, from, to] = [formatMoney(-fall.amount, currency), day(fall.from), day(fall.to)];
  return fall.percent === null || basis === 'net'
    ? t`Largest drawdown ${amount}, ${from} to ${to}.`
    : t`Largest drawdown ${amount} (${formatPercent(-fall.percent)}), ${from} to ${to}.`;
}

function pointWords(
  { currency, basis }: EquityCurve,
  point: DrawdownPoint | undefined,
  timeZone: string,
): string {
  if (!point) return '';
  const signed = (amount: number) => formatMoney(amount, currency, 'always');
  const time = formatTime(new Date(point.at * 1_000).toISOString(), timeZone);
  const value = formatMoney(point.value, currency);
  return t`${time}: ${select(basis, { equity: 'equity', balance: 'balance', other: 'net' })} ${value}, ${signed(point.change)} since the start, drawdown ${signed(point.drawdown)}`;
}

import type { Desk, DeskLimit, DeskLimits } from '@quorate/contract/desk';
import { classNames } from '@quorate/ui/class-names';
import { countOf, formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { NOTHING_YET, TONE_TEXT, toneOf } from '@quorate/ui/stat';
import { formatDay, formatTime } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { limitText } from './desk-words.ts';

type DeskStripProps = {
  desk: Desk;
  currency: string;
  isPractice: boolean;
  now: number;
  timeZone: string;
};

/** The one figure that leads, how far it is from its limits, and today's four. */
export function DeskStrip({ desk, currency, isPractice, now, timeZone }: DeskStripProps) {
  const { equity, limits, today } = desk;
  const change = today.change;
  return (
    <section
      aria-label="Equity and limits"
      className="grid grid-cols-2 gap-x-6 gap-y-2.5 rounded-card border border-line bg-surface p-3 sm:gap-y-3 sm:p-4 sm:px-5 lg:grid-cols-[auto_1fr_1fr_auto] lg:items-center"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 max-lg:col-span-2 lg:block">
        <p className="text-tiny text-muted max-lg:w-full">Equity{asOfText(desk, now, timeZone)}</p>
        <p className="font-serif text-[clamp(1.5rem,9vw,2rem)] leading-[2.25rem] whitespace-nowrap tabular-nums lining-nums">
          {equity === null ? NOTHING_YET : formatMoney(equity, currency)}
        </p>
        <p className="text-tiny text-muted">
          {change === null ? (
            'Change of today not known'
          ) : (
            <>
              <span className={classNames('figures', TONE_TEXT[toneOf(change)])}>
                {formatMoney(change, currency, 'always')}
              </span>{' '}
              today{equity === null ? '' : ` (${changeText(change, equity - change)})`}
            </>
          )}
        </p>
      </div>
      <Limits limits={limits} currency={currency} now={now} />
      <Today desk={desk} currency={currency} isPractice={isPractice} />
    </section>
  );
}

/** A bot that is not there any more says nothing new: its figures are named by their time. */
const FRESH_MS = 120_000;

function asOfText({ hosted, as_of: asOf }: Desk, now: number, timeZone: string): string {
  const isOld = hosted === null && asOf !== null && now - Date.parse(asOf) > FRESH_MS;
  return isOld ? ` as of ${formatTime(asOf, timeZone)}` : '';
}

/** @example changeText(-89.29, 9_603.78) // '−0.93%' */
function changeText(change: number, before: number): string {
  if (before <= 0) return NOTHING_YET;
  const percent = (100 * change) / before;
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`;
}

/** The day's line and the total one; a week's where there is no day's. */
function shownLines(limits: DeskLimits): DeskLimit[] {
  const nearest = (kind: DeskLimit['kind']) =>
    limits.lines.filter((line) => line.kind === kind).toSorted((a, b) => b.floor - a.floor)[0];
  return [nearest('day') ?? nearest('week'), nearest('total')].filter((line) => line !== undefined);
}

type LimitsProps = { limits: DeskLimits | null; currency: string; now: number };

function Limits({ limits, currency, now }: LimitsProps) {
  const lines = limits ? shownLines(limits) : [];
  if (!limits || lines.length === 0)
    return (
      <p className="col-span-2 text-small text-muted">
        Limits are not known yet. Your bot reports them while it runs.
      </p>
    );
  return lines.map((line) => (
    <Line key={line.kind} line={line} limits={limits} currency={currency} now={now} />
  ));
}

type LineProps = { line: DeskLimit; limits: DeskLimits; currency: string; now: number };

function Line({ line, limits, currency, now }: LineProps) {
  const [name, used] = limitText(line);
  const { used_percent: lost, room_percent: room } = line;
  const share = (part: number) => Math.min(100, Math.max(0, room > 0 ? (100 * part) / room : 100));
  const risk = limits.open_risk ?? 0;
  const atRisk = line.basis > line.floor ? share((risk / (line.basis - line.floor)) * room) : 0;
  const locked = limits.lock?.kind === line.kind;
  return (
    <div className="min-w-0 max-sm:col-span-2">
      <p className="flex flex-wrap justify-between gap-x-3 text-tiny">
        <span className="font-semibold">{name}</span>
        <span className="figures whitespace-nowrap">{used}</span>
      </p>
      <div
        aria-hidden="true"
        className="mt-1.5 flex h-2 overflow-hidden rounded-full bg-sunk ring-1 ring-line"
      >
        <div
          className={locked ? 'bg-loss' : 'bg-brand'}
          style={{ width: `${share(lost ?? 0)}%` }}
        />
        <div className="bg-brand/40" style={{ width: `${atRisk}%` }} />
      </div>
      <p className="mt-1 truncate text-tiny text-muted max-sm:hidden">
        {locked ? 'Locked: everything was closed.' : lineWords(line, limits, currency, now)}
      </p>
    </div>
  );
}

function lineWords(
  { kind, floor }: DeskLimit,
  { headroom, next_turn: turn, rules }: DeskLimits,
  currency: string,
  now: number,
): ReactNode {
  if (kind === 'total') return `Floor ${formatMoney(floor, currency)}, ${rules}.`;
  const left = turn === null ? 0 : Date.parse(turn) - now;
  const minutes = Math.ceil(left / 60_000);
  const when = left > 0 ? ` New day in ${Math.floor(minutes / 60)} h ${minutes % 60} min.` : '';
  return `${headroom === null ? 'Headroom not known' : `Headroom ${formatMoney(headroom, currency)}`} after open risk.${when}`;
}

type TodayProps = { desk: Desk; currency: string; isPractice: boolean };

/** The specification's four figures of today; a dash where there is nothing yet. */
function Today({ desk: { today, hosted, all_time: all }, currency, isPractice }: TodayProps) {
  const { trades, wins, losses, net, day } = today;
  const dash = (words: string) => (trades === 0 ? NOTHING_YET : words);
  const isMadeUp = hosted !== null && !hosted.in_real_time;
  const rate = (part: number, whole: number) => formatPercent((100 * part) / whole);
  return (
    <section aria-label="Today" className="max-lg:col-span-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-1 lg:gap-x-5">
        <Figure label="Win rate today">{dash(rate(wins, trades))}</Figure>
        <Figure label="Trades today">{dash(formatCount(trades))}</Figure>
        <Figure label="Wins today">
          {dash(formatCount(wins))}
          {losses > 0 && <span className="sr-only">, {countOf(losses, 'loss', 'losses')}</span>}
        </Figure>
        <Figure label="P&L today" tone={TONE_TEXT[toneOf(net)]}>
          {dash(formatMoney(net, currency, 'always'))}
        </Figure>
      </dl>
      <p className="mt-1 text-tiny text-muted">
        {all.trades === 0
          ? 'No trades yet.'
          : `All time ${rate(all.wins, all.trades)} of ${countOf(all.trades, isPractice ? 'practice trade' : 'trade')}.`}
        {isMadeUp && ` “Today” is ${formatDay(day, 'UTC')} on its market.`}
      </p>
    </section>
  );
}

/** The same for somebody without an account: what will be here. */
export function NothingToday() {
  return (
    <section aria-label="Today" className="rounded-card border border-line bg-surface p-4 sm:px-5">
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {TODAY_LABELS.map((label) => (
          <Figure key={label} label={label}>
            {NOTHING_YET}
          </Figure>
        ))}
      </dl>
      <p className="mt-1 text-tiny text-muted">No trades yet.</p>
    </section>
  );
}

const TODAY_LABELS = ['Win rate today', 'Trades today', 'Wins today', 'P&L today'];

type FigureProps = { label: string; tone?: string; children: ReactNode };

function Figure({ label, tone = '', children }: FigureProps) {
  return (
    // As narrow as its widest word: four beside each other on a phone, two where text is large.
    <div className="min-w-min flex-1 basis-0">
      <dt className="text-tiny leading-tight text-muted">{label}</dt>
      <dd
        className={classNames('mt-0.5 text-body font-medium whitespace-nowrap tabular-nums', tone)}
      >
        {children}
      </dd>
    </div>
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DeskLimit } from '@quorate/contract/desk';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ACTION_TEXT, type Action, votesText } from './decision-words.ts';
import { formatMoney, formatPrice, formatVolume } from './format.ts';
import { limitText, spanText } from './limits-words.ts';
import { TONE_TEXT, toneOf } from './stat.tsx';

/** A part of the desk with its name and something beside it. */
export function DeskCard({
  title,
  aside,
  children,
  className = '',
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section
      aria-label={title}
      className={`min-w-0 rounded-card border border-line bg-surface p-3 sm:p-4 sm:px-5 ${className}`}
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-small font-semibold text-muted">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The one figure that leads a view, with its name above and what has changed below. */
export function LeadFigure({
  label,
  value,
  note,
  className = '',
}: {
  label: ReactNode;
  value: string;
  note: ReactNode;
  className?: string;
}) {
  return (
    <div className={className}>
      <p className="text-tiny text-muted max-lg:w-full">{label}</p>
      <p className="font-serif text-heading leading-[2.25rem] sm:text-title sm:leading-[2.25rem] lg:leading-[2.75rem] whitespace-nowrap tabular-nums lining-nums">
        {value}
      </p>
      <p className="text-tiny text-muted">{note}</p>
    </div>
  );
}

/** A result in its colour and with its sign. */
export function ResultText({ amount, currency }: { amount: number; currency: string }) {
  return (
    <span className={classNames('figures', TONE_TEXT[toneOf(amount)])}>
      {formatMoney(amount, currency, 'always')}
    </span>
  );
}

type LimitLineProps = {
  line: DeskLimit;
  /** In the account's currency; null where it is not known. */
  openRisk: number | null;
  /** Whether this line has closed everything. */
  isLocked: boolean;
  note: ReactNode;
  /** Whether a long note takes a second line. */
  wraps?: boolean;
};

/** How much of one limit is used, and what of the rest is at risk in what is open. */
export function LimitLine({ line, openRisk, isLocked, note, wraps = false }: LimitLineProps) {
  const [name, used] = limitText(line);
  const { used_percent: lost, room_percent: room } = line;
  const share = (part: number) => Math.min(100, Math.max(0, room > 0 ? (100 * part) / room : 100));
  const risk = openRisk ?? 0;
  const atRisk = line.basis > line.floor ? share((risk / (line.basis - line.floor)) * room) : 0;
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
          className={isLocked ? 'bg-loss' : 'bg-brand'}
          style={{ width: `${share(lost ?? 0)}%` }}
        />
        <div className="bg-brand/40" style={{ width: `${atRisk}%` }} />
      </div>
      <p className={classNames('mt-1 text-tiny text-muted max-sm:hidden', wraps ? '' : 'truncate')}>
        {isLocked ? t`Locked: everything was closed.` : note}
      </p>
    </div>
  );
}

/** What is open, as its terminal or the service reports it. */
export type ShownPosition = Readonly<{
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  digits: number;
  price: number;
  stop_loss: number | null;
  take_profit: number | null;
  opened_at: string;
  /** Floating, as last reported. */
  profit: number;
}>;

type PositionRowProps = {
  position: ShownPosition;
  /** null where it is not known: the result then has no sign of a currency. */
  currency: string | null;
  /** By the market's clock, milliseconds since 1970. */
  now: number;
  /** Makes a link of its name. */
  linked?: (name: ReactNode) => ReactNode;
  /** Whether prices are shown on a phone, too. */
  isWhole?: boolean;
};

/** One open position between its stop and its target. */
export function PositionRow({
  position,
  currency,
  now,
  linked,
  isWhole = false,
}: PositionRowProps) {
  const { symbol, side, volume, profit, opened_at: since } = position;
  const name = (
    <>
      {symbol} <span className={ACTION_TEXT[side]}>{side}</span> {formatVolume(volume)}
    </>
  );
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-3 text-small font-semibold">
        {linked ? linked(name) : <span>{name}</span>}
        <span className={TONE_TEXT[toneOf(profit)]}>
          {currency === null ? formatPrice(profit, 2) : formatMoney(profit, currency, 'always')}
        </span>
      </p>
      <Track position={position} isWhole={isWhole} />
      <p
        className={classNames(
          'figures mt-1 flex flex-wrap justify-between gap-x-2 text-tiny text-muted',
          !isWhole && 'max-sm:hidden',
        )}
      >
        <Level name={t`Stop loss`} price={position.stop_loss} digits={position.digits} />
        <span>
          <Trans>
            from {formatPrice(position.price, position.digits)},{' '}
            <time dateTime={since}>{spanText(Math.max(0, now - Date.parse(since)))}</time>
          </Trans>
        </span>
        <Level name={t`Take profit`} price={position.take_profit} digits={position.digits} />
      </p>
    </li>
  );
}

type LevelProps = { name: string; price: number | null; digits: number };

function Level({ name, price, digits }: LevelProps) {
  return (
    <span>
      <span className="sr-only">{name} </span>
      {price === null ? '–' : formatPrice(price, digits)}
    </span>
  );
}

type TrackProps = { position: ShownPosition; isWhole: boolean };

/** From stop to target, with a mark where it was opened. The price of now is not known here; its result is. */
function Track({ position, isWhole }: TrackProps) {
  const { stop_loss: stop, take_profit: target, price: opened } = position;
  if (stop === null || target === null || stop === target) return null;
  const part = Math.min(100, Math.max(0, (100 * (opened - stop)) / (target - stop)));
  return (
    <div
      aria-hidden="true"
      className={classNames('relative mt-2 flex h-3 items-center', !isWhole && 'max-sm:hidden')}
    >
      <div className="h-0.5 bg-loss" style={{ width: `${part}%` }} />
      <div className="h-0.5 flex-1 bg-gain" />
      <div className="absolute h-3 w-0.5 bg-ink" style={{ insetInlineStart: `${part}%` }} />
    </div>
  );
}

const BARS = { BUY: 'bg-gain', SELL: 'bg-loss', HOLD: 'bg-hold' } as const;

/** One bar for each voter, in its vote's colour; null for one that abstained. */
export function VoteBars({ votes }: { votes: readonly (Action | null)[] }) {
  return (
    <>
      <span
        aria-hidden="true"
        title={votesText(votes)}
        className="me-2 inline-flex gap-0.5 align-middle"
      >
        {votes.map((vote, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: votes have an order and nothing else
            key={place}
            className={`h-3.5 w-[5px] rounded-[2px] ${vote === null ? 'border border-line-strong' : BARS[vote]}`}
          />
        ))}
      </span>
      <span className="sr-only">{votesText(votes)}: </span>
    </>
  );
}

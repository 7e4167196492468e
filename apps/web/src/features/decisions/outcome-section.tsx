import type { DecidedTrade, Explanation } from '@quorate/contract/decision-outcomes';
import type { ExitReason } from '@quorate/contract/trades';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney, formatPrice } from '@quorate/ui/format';
import { toneOf } from '@quorate/ui/stat';
import type { ReactNode } from 'react';
import { formatR } from '../../lib/format-r.ts';
import { EXIT_REASON_WORDS } from '../../ui/exit-reason-words.ts';
import { CandleBodies } from './candle-bodies.tsx';
import {
  CHART_HEIGHT,
  CHART_WIDTH,
  candleScale,
  rounded,
  type SnapshotBar,
} from './candle-scale.ts';
import { type DrawnTrade, drawnTrade } from './drawn-trade.ts';
import { shadowSentence } from './explanation-words.ts';

const TONES = { plain: '', gain: 'text-gain', loss: 'text-loss' } as const;

type OutcomeSectionProps = {
  explanation: Explanation;
  /** Draws the trade; by default as a plain picture. */
  chart?: ((drawn: DrawnTrade) => ReactNode) | undefined;
};

/** What it came to, or what a refused order would have come to. */
export function OutcomeSection({ explanation, chart }: OutcomeSectionProps) {
  const drawn = drawnTrade(explanation);
  return (
    <>
      <OutcomeWords {...explanation} />
      {drawn && (chart ? chart(drawn) : <TradePicture {...drawn} />)}
    </>
  );
}

function OutcomeWords({ trade, outcome, decision }: Explanation) {
  if (trade?.status === 'CLOSED') {
    return (
      <p className="text-small">
        Closed with{' '}
        <b className={`figures font-semibold ${TONES[toneOf(trade.profit)]}`}>
          {formatMoney(trade.profit, trade.currency, 'always')}
        </b>{' '}
        net
        {trade.r !== null && (
          <>
            , <b className="figures font-semibold">{formatR(trade.r)}</b>
          </>
        )}
        . <ExitWords {...trade} /> <ExcursionWords trade={trade} />
      </p>
    );
  }
  if (trade?.status === 'OPEN') return <p className="text-small">The position is still open.</p>;
  if (trade)
    return (
      <p className="text-small">
        Its terminal calls it {trade.status.toLowerCase()}. It counts in no result.
      </p>
    );
  if (outcome?.shadow) {
    return (
      <>
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-small">
          <Badge>Hypothetical</Badge> {shadowSentence(outcome.shadow)}
        </p>
        <p className="text-tiny text-muted">
          What the same order would have done by the rules of the simulated broker, net of spread
          and commission, doubts counted against it. It was never made, and no statistic counts it.
        </p>
      </>
    );
  }
  if (outcome?.refusal)
    return <p className="text-small text-muted">No order could have followed from it.</p>;
  if (outcome?.fill)
    return <p className="text-small">The position was opened; its trade is not stored yet.</p>;
  if (decision.action === 'HOLD')
    return <p className="text-small text-muted">Nothing was traded.</p>;
  return <p className="text-small text-muted">Nothing is known of it yet.</p>;
}

/** How far it was ahead and behind while it was open: in R where what it risked is known. */
function ExcursionWords({ trade }: { trade: DecidedTrade }) {
  const { best_excursion: best, worst_excursion: worst, initial_risk: risk, currency } = trade;
  if (best === null || worst === null)
    return <span className="text-muted">Best and worst while it was open: –</span>;
  const words = (amount: number) =>
    risk !== null && risk > 0 ? formatR(amount / risk) : formatMoney(amount, currency, 'always');
  return (
    <>
      It went as far as <span className="figures">{words(best)}</span>, as low as{' '}
      <span className="figures">{words(worst)}</span>.
    </>
  );
}

const EXIT_SENTENCES: Readonly<Record<ExitReason, string>> = {
  target: 'The target was reached.',
  stop: 'The stop was reached.',
  managed: 'A stop that had been moved, or another exit rule, closed it.',
  manual: 'You closed it by hand.',
  flattened: 'A limit, an event or an order to close everything ended it.',
  stop_out: 'The broker closed it because the margin ran out.',
};

/** Why it was closed. Where its source does not say, its prices may. */
function ExitWords({ exit_reason, close_price, take_profit, stop_loss }: DecidedTrade) {
  if (exit_reason !== null)
    return (
      <>
        Exit: <b className="font-semibold">{EXIT_REASON_WORDS[exit_reason]}</b>.{' '}
        {EXIT_SENTENCES[exit_reason]}
      </>
    );
  if (close_price === take_profit) return EXIT_SENTENCES.target;
  if (close_price === stop_loss) return EXIT_SENTENCES.stop;
  return <>Exit: – It closed at a price other than its stop or target.</>;
}

/** A trade on its candles: where it was entered, meant to end, and ended. */
export function TradePicture({ bars, decidedAt, trade }: DrawnTrade) {
  const levels = [
    { name: 'Target', price: trade.take_profit, tone: 'text-gain' },
    { name: 'Exit', price: trade.close_price, tone: 'text-brand' },
    { name: 'Entry', price: trade.price, tone: 'text-ink' },
    { name: 'Stop', price: trade.stop_loss, tone: 'text-loss' },
  ].flatMap(({ name, price, tone }) => (price === null ? [] : [{ name, price, tone }]));
  const tuples = bars.map(({ open, high, low, close }): SnapshotBar => [open, high, low, close]);
  const scale = candleScale(
    tuples,
    levels.map(({ price }) => price),
  );
  const decided = Date.parse(decidedAt);
  const before = bars.filter(({ time }) => Date.parse(time) < decided).length;
  const now = rounded(before * scale.step);
  const words = levels.map(({ name, price }) => `${name} ${formatPrice(price, trade.digits)}`);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        role="img"
        aria-label={`${trade.trade_type} ${trade.symbol} on its candles: ${words.join(', ')}`}
        stroke="currentColor"
        strokeWidth={bars.length > 120 ? 0.5 : 1}
        className="w-full"
      >
        <path d={`M${now} 0V${CHART_HEIGHT}`} className="text-line-strong" strokeWidth="1" />
        {levels.map(({ name, price, tone }) => (
          <path
            key={name}
            d={`M${now} ${scale.y(price)}H${CHART_WIDTH}`}
            className={tone}
            strokeWidth="1"
            strokeDasharray={name === 'Entry' ? undefined : '5 3'}
          />
        ))}
        <CandleBodies bars={tuples} scale={scale} />
      </svg>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-tiny text-muted">
        {levels.map(({ name, price, tone }) => (
          <span key={name}>
            <span className={tone}>{name}</span>{' '}
            <span className={classNames('figures', tone)}>{formatPrice(price, trade.digits)}</span>
          </span>
        ))}
        <span>Line: the decision</span>
      </figcaption>
    </figure>
  );
}

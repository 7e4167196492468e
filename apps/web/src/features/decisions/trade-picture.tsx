import { classNames } from '@quorate/ui/class-names';
import { formatPrice } from '@quorate/ui/format';
import { CandleBodies } from './candle-bodies.tsx';
import {
  CHART_HEIGHT,
  CHART_WIDTH,
  candleScale,
  rounded,
  type SnapshotBar,
} from './candle-scale.ts';
import type { DrawnTrade } from './drawn-trade.ts';

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

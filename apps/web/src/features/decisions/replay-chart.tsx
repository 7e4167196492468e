import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { formatPrice } from '@quorate/ui/format';
import { CandleBodies } from './candle-bodies.tsx';
import { CHART_HEIGHT, CHART_WIDTH, candleScale, rounded } from './candle-scale.ts';
import { RECORDED_DECISION } from './recorded-decision.ts';
import { RECORDED_REPLAY } from './recorded-replay.ts';

const { later, levels } = RECORDED_REPLAY;
// The newest of them: the fewer, the larger they are drawn.
const bars = RECORDED_REPLAY.bars.slice(-14);
const { trade } = RECORDED_DECISION;

const LEVELS = [
  {
    name: t`Target`,
    price: trade.take_profit,
    value: levels.take_profit,
    tone: 'text-gain',
    solid: false,
  },
  { name: t`Entry`, price: trade.price, value: levels.entry, tone: 'text-ink', solid: true },
  {
    name: t`Stop`,
    price: trade.stop_loss,
    value: levels.stop_loss,
    tone: 'text-loss',
    solid: false,
  },
] as const;

const LEVEL_WORDS = LEVELS.map(
  ({ name, price }) => `${name.toLowerCase()} ${formatPrice(price, trade.digits)}`,
).join(', ');

// The same for both pictures, so that nothing jumps when the later bars come.
const SCALE = candleScale(
  [...bars, ...later],
  LEVELS.map(({ value }) => value),
);
const NOW = rounded(bars.length * SCALE.step);
const LATER = later.map((bar, index) => ({ bar, after: bars.length + index, arrival: index }));

/** Between two bars that arrive one after the other. */
const ARRIVAL_MS = 160;

/** The bars that were decided on with the order's three prices, and, on demand, the bars after them. */
export function ReplayChart({ withOutcome = false }: { withOutcome?: boolean }) {
  const label = withOutcome
    ? t`The ${later.length} bars that followed: the last of them reaches the target`
    : t`The newest bars with the order's prices: ${LEVEL_WORDS}`;
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2">
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        role="img"
        aria-label={label}
        stroke="currentColor"
        strokeWidth="1.2"
        className="w-full"
      >
        <path d={`M${NOW} 0V${CHART_HEIGHT}`} className="text-line-strong" strokeWidth="1" />
        {LEVELS.map(({ name, value, tone, solid }) => (
          <path
            key={name}
            d={`M${NOW} ${SCALE.y(value)}H${CHART_WIDTH}`}
            className={tone}
            strokeDasharray={solid ? undefined : '5 3'}
          />
        ))}
        <CandleBodies bars={bars} scale={SCALE} />
        {withOutcome &&
          LATER.map(({ bar, after, arrival }) => (
            <g
              key={after}
              className="animate-arrive motion-reduce:animate-none"
              style={{ animationDelay: `${arrival * ARRIVAL_MS}ms` }}
            >
              <CandleBodies bars={[bar]} scale={SCALE} after={after} />
            </g>
          ))}
      </svg>
      <ul className="relative w-11 text-tiny leading-none xs:w-[6.5rem]" aria-hidden="true">
        {LEVELS.map(({ name, price, value, tone }) => (
          <li
            key={name}
            className={classNames('absolute -translate-y-1/2 whitespace-nowrap', tone)}
            style={{ top: `${(SCALE.y(value) / CHART_HEIGHT) * 100}%` }}
          >
            {name}{' '}
            <span className="figures hidden xs:inline">{formatPrice(price, trade.digits)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

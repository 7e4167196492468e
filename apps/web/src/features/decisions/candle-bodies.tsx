import { type CandleScale, rounded, type SnapshotBar } from './candle-scale.ts';

type CandleBodiesProps = {
  bars: readonly SnapshotBar[];
  scale: CandleScale;
  /** How many bars stand before them. */
  after?: number;
};

/** Bars as candles. Rising ones are hollow: colour is not the only sign. */
export function CandleBodies({ bars, scale: { y, step }, after = 0 }: CandleBodiesProps) {
  const rising = { wicks: '', bodies: '' };
  const falling = { wicks: '', bodies: '' };
  for (const [index, [open, high, low, close]] of bars.entries()) {
    const side = close >= open ? rising : falling;
    const middle = rounded((after + index + 0.5) * step);
    const half = rounded(step * 0.32);
    const height = rounded(Math.max(1, Math.abs(y(open) - y(close))));
    side.wicks += `M${middle} ${y(high)}V${y(low)}`;
    side.bodies += `M${rounded(middle - half)} ${y(Math.max(open, close))}h${2 * half}v${height}h${-2 * half}z`;
  }
  return (
    <>
      <g className="text-gain">
        <path d={rising.wicks} />
        <path d={rising.bodies} className="fill-surface" />
      </g>
      <g className="text-loss">
        <path d={falling.wicks} />
        <path d={falling.bodies} fill="currentColor" />
      </g>
    </>
  );
}

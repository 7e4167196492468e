import { CandleBodies } from './candle-bodies.tsx';
import { CHART_HEIGHT, CHART_WIDTH, candleScale, type SnapshotBar } from './candle-scale.ts';

/** The bars of a snapshot, as the analysts saw them: shape without price levels. */
export function Candles({ bars, label }: { bars: readonly SnapshotBar[]; label: string }) {
  const scale = candleScale(bars);
  return (
    <svg
      viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
      role="img"
      aria-label={label}
      stroke="currentColor"
      strokeWidth="1.2"
      className="w-full"
    >
      <path
        d={`M0 ${scale.y(0)}H${CHART_WIDTH}`}
        className="text-line-strong"
        strokeDasharray="2 4"
      />
      <CandleBodies bars={bars} scale={scale} />
    </svg>
  );
}

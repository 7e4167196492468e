/** Open, high, low and close of a closed bar, less the newest close, in ATR. */
export type SnapshotBar = readonly [open: number, high: number, low: number, close: number];

const WIDTH = 360;
const HEIGHT = 120;
const PADDING = 6;

/** The bars of a snapshot, as the analysts saw them: shape without price levels. */
export function Candles({ bars, label }: { bars: readonly SnapshotBar[]; label: string }) {
  const highest = Math.max(...bars.map(([, high]) => high));
  const lowest = Math.min(...bars.map(([, , low]) => low));
  const scale = (HEIGHT - 2 * PADDING) / (highest - lowest || 1);
  const y = (value: number) => rounded(PADDING + (highest - value) * scale);
  const step = WIDTH / bars.length;
  const rising = { wicks: '', bodies: '' };
  const falling = { wicks: '', bodies: '' };

  for (const [index, [open, high, low, close]] of bars.entries()) {
    const side = close >= open ? rising : falling;
    const middle = rounded((index + 0.5) * step);
    const half = rounded(step * 0.32);
    const height = Math.max(1, Math.abs(y(open) - y(close)));
    side.wicks += `M${middle} ${y(high)}V${y(low)}`;
    side.bodies += `M${middle - half} ${y(Math.max(open, close))}h${2 * half}v${height}h${-2 * half}z`;
  }

  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      stroke="currentColor"
      strokeWidth="1.2"
      className="w-full"
    >
      <path d={`M0 ${y(0)}H${WIDTH}`} className="text-line-strong" strokeDasharray="2 4" />
      {/* Rising bars are hollow: colour is not the only sign. */}
      <g className="text-gain">
        <path d={rising.wicks} />
        <path d={rising.bodies} className="fill-surface" />
      </g>
      <g className="text-loss">
        <path d={falling.wicks} />
        <path d={falling.bodies} fill="currentColor" />
      </g>
    </svg>
  );
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

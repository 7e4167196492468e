type WhiskerProps = {
  low: number | null;
  value: number;
  high: number | null;
  /** What the figure is held against, such as 0 or one half; null for nothing. */
  mark: number | null;
  /** What it is drawn within, where several are compared. */
  span?: readonly [least: number, most: number];
};

const ROOM = 0.08;

/** A figure as a dot on its interval, beside the value that it has to beat. The words beside it say the same. */
export function Whisker({ low, value, high, mark, span: within }: WhiskerProps) {
  const ends = [low, value, high, mark, ...(within ?? [])].filter((end) => end !== null);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const span = most - least || 1;
  const xOf = (at: number) => `${100 * (ROOM + ((1 - 2 * ROOM) * (at - least)) / span)}%`;
  // Without an end, it goes on to the edge.
  const [from, to] = [low === null ? '0%' : xOf(low), high === null ? '100%' : xOf(high)];
  const tone =
    mark !== null && low !== null && low > mark
      ? 'gain'
      : mark !== null && high !== null && high < mark
        ? 'loss'
        : 'hold';
  const [stroke, fill] = {
    gain: ['stroke-gain', 'fill-gain'],
    loss: ['stroke-loss', 'fill-loss'],
    hold: ['stroke-hold', 'fill-hold'],
  }[tone];
  return (
    <svg width="100%" height="18" aria-hidden="true" className="block">
      <line x1="0" x2="100%" y1="9" y2="9" className="stroke-line" />
      {mark !== null && (
        <line
          x1={xOf(mark)}
          x2={xOf(mark)}
          y1="1"
          y2="17"
          strokeDasharray="2 2"
          className="stroke-line-strong"
        />
      )}
      <line x1={from} x2={to} y1="9" y2="9" strokeWidth="3" className={stroke} />
      <circle cx={xOf(value)} cy="9" r="4.5" className={fill} />
    </svg>
  );
}

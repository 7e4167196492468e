/**
 * The text of a candle file: an hourly market that drifts and turns, the same for the same seed.
 *
 * @param bars weekday hours from Monday 6 January 2025, 00:00 server time
 */
export function randomWalkFile(seed: number, bars: number): string {
  const random = mulberry32(seed);
  const lines = ['time,open,high,low,close,tick_volume,spread_points'];
  let price = 104_000;
  let drift = 0;
  let hour = 0;
  while (lines.length <= bars) {
    const time = new Date(Date.UTC(2025, 0, 6) + hour * 3_600_000);
    hour++;
    if (time.getUTCDay() === 6 || time.getUTCDay() === 0) continue;
    if (random() < 0.04) drift = (random() - 0.5) * 60;
    const open = price;
    const close = Math.max(50_000, Math.round(open + drift + (random() - 0.5) * 160));
    const high = Math.max(open, close) + Math.round(random() * 60);
    const low = Math.min(open, close) - Math.round(random() * 60);
    price = close;
    const cells = [open, high, low, close].map((points) => (points / 100_000).toFixed(5));
    lines.push([time.toISOString().slice(0, 16), ...cells, '100', '3'].join(','));
  }
  return `${lines.join('\n')}\n`;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

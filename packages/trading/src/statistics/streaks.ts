/** Trades in a row that all won or all lost, and what they came to in minor units. */
export type Streak = Readonly<{ trades: number; minor: number }>;

/** Wins in a row and losses in a row. */
export type Streaks = Readonly<{
  /** Most trades in a row; of equally long ones the one with the larger sum. */
  longestWins: Streak;
  longestLosses: Streak;
  /** Largest sum in a row; of equal ones the longer. */
  richestWins: Streak;
  dearestLosses: Streak;
  /** Mean length, rounded to whole trades; 0 without any. */
  averageWins: number;
  averageLosses: number;
  /** How many there were. */
  winStreaks: number;
  lossStreaks: number;
}>;

const NONE: Streak = { trades: 0, minor: 0 };

/**
 * Streaks of wins and of losses by the sign of the net result. A trade that broke even ends both.
 *
 * @param nets in minor units, in the order in which the trades were closed
 * @example streaksOf([5, 7, 0, 3, -2]).longestWins // { trades: 2, minor: 12 }
 */
export function streaksOf(nets: Iterable<number>): Streaks {
  const wins: Streak[] = [];
  const losses: Streak[] = [];
  let current: { trades: number; minor: number } | undefined;
  let sign = 0;
  for (const net of nets) {
    const next = Math.sign(net);
    if (next === sign && current) {
      current.trades += 1;
      current.minor += net;
      continue;
    }
    sign = next;
    current = next === 0 ? undefined : { trades: 1, minor: net };
    if (current) (next > 0 ? wins : losses).push(current);
  }
  return {
    longestWins: best(wins, longer),
    longestLosses: best(losses, longer),
    richestWins: best(wins, larger),
    dearestLosses: best(losses, larger),
    averageWins: averageLength(wins),
    averageLosses: averageLength(losses),
    winStreaks: wins.length,
    lossStreaks: losses.length,
  };
}

function longer(a: Streak, b: Streak): number {
  return a.trades - b.trades || Math.abs(a.minor) - Math.abs(b.minor);
}

function larger(a: Streak, b: Streak): number {
  return Math.abs(a.minor) - Math.abs(b.minor) || a.trades - b.trades;
}

function best(streaks: readonly Streak[], order: (a: Streak, b: Streak) => number): Streak {
  return streaks.reduce((found, each) => (order(each, found) > 0 ? each : found), NONE);
}

function averageLength(streaks: readonly Streak[]): number {
  if (streaks.length === 0) return 0;
  return Math.round(streaks.reduce((sum, each) => sum + each.trades, 0) / streaks.length);
}

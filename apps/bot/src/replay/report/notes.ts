import type { ReplayReport } from './replay-report.ts';
import { countText } from './words.ts';

/** What a reader should keep in mind, in the order of weight. */
export function notesOf(report: ReplayReport): string[] {
  const { walk, figures, sweep, walkForward, costNotes } = report;
  const { total } = figures.statistics.summary;
  return [
    ...(walk.complete
      ? []
      : ['The run was interrupted: everything below is of the candles walked until then.']),
    ...(total < 30
      ? [`${total} trades are too few to judge by: most figures need 30 and are left out.`]
      : []),
    ...(sweep?.luck
      ? [
          `${sweep.luck.tries} combinations were tried on the same candles. The best of as many without any edge would be expected at a Sharpe ratio of ${sweep.luck.expectedOfLuck.toFixed(2)}; the best here has ${sweep.luck.best.toFixed(2)}, and lies above luck with a probability of ${sweep.luck.abovePercent.toFixed(0)} %.`,
        ]
      : []),
    ...(sweep && !walkForward
      ? [
          'The report is of the best combination, chosen with knowledge of these very candles; expect less of it on others.',
        ]
      : []),
    ...(walkForward
      ? [
          'The report is of the months that were traded after each choice; no setting was chosen on candles that it was then traded on.',
        ]
      : []),
    'Measures of risk are of the equity, open positions included: drawdown candle by candle, Sharpe and Sortino ratio day by day and from 120 days on.',
    'Intervals hold the true figure in about 95 of 100 records, also where results cluster or are skewed. They know nothing of a market that changes.',
    'Each further setting, symbol or period that is looked at until one looks good makes its figures worth less.',
    'Orders are filled at the open of the next candle. Inside a candle that touches both stop and target, the stop is taken.',
    ...insideNotes(report),
    ...costNotes,
    'At higher costs the run is traded again, for decisions and sizes depend on costs. "Same trades" is the net of the trades above at those costs.',
    ...(walk.stopOuts > 0
      ? [
          `${countText(walk.stopOuts)} positions were closed by a stop-out, because the margin level fell too low (--stop-out).`,
        ]
      : []),
    ...(figures.open > 0
      ? [
          `${countText(figures.open)} positions could not be closed at the end and are not in the figures.`,
        ]
      : ['What was open at the last candle was closed there.']),
  ];
}

function insideNotes({ inputs: { inside } }: ReplayReport): string[] {
  if (inside.length === 0) return [];
  const files = inside.map(({ symbol, timeframe }) => `${symbol}: ${timeframe}`).join(', ');
  return [`Where shorter candles are given (${files}), they tell which of the two came first.`];
}

import { type GeneratedMarket, generateMarket } from '@quorate/trading/market/market-generator';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import { signIn } from '../demo/sign-in.ts';
import { withTradedMarket } from '../demo/with-traded-market.ts';
import { chooseStory } from './choose-story.ts';
import { type Recording, recordingOf } from './recording-of.ts';
import { readDecision, readStoredRun } from './stored-run.ts';
import { storiesOf } from './stories.ts';
import { walkAgain } from './walk-again.ts';

/**
 * Lets the paper bot trade the recording's market on a service of its own, and takes from the service's
 * record the decision that is told. The site must be built.
 */
export function recordDecision(): Promise<Recording> {
  return withTradedMarket(RECORDED_MARKET, async (serviceUrl, report) => {
    const caller = await signIn(serviceUrl);
    const stored = await readStoredRun(caller);
    const series = generateMarket(RECORDED_MARKET);
    const start = moneyFromNumber(report.start_balance, currencyOf(report.account.currency));
    const walked = await walkAgain(series, stored.decisions, start);
    const stories = storiesOf(stored, walked, series);
    const story = chooseStory(stories);
    const { snapshot } = await readDecision(caller, story.decision.decision_id);
    return recordingOf({
      story,
      stories,
      decisions: stored.decisions.length,
      snapshot,
      series,
      market: RECORDED_MARKET,
    });
  });
}

/**
 * The market of the recording. Its prices are made up, and the same at every run. The seed is one whose
 * run has a decision that `chooseStory` takes, and, as on most seeds, far more trades at their stop than
 * at their target.
 */
const RECORDED_MARKET = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: 1_000,
  end: instantFromIso('2026-06-26T21:00:00Z'),
  seed: 13,
} as const satisfies GeneratedMarket;

import { generateMarket } from '@quorate/trading/market/market-generator';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import { signIn } from '../demo/sign-in.ts';
import { withTradedMarket } from '../demo/with-traded-market.ts';
import { chooseStory } from './choose-story.ts';
import { RECORDED_MARKET } from './recorded-market.ts';
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

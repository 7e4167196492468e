import { type GeneratedMarket, generateMarket } from '@quorate/trading/market/market-generator';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import type { Recording } from '../../apps/web/src/features/decisions/recording.ts';
import { signIn } from '../demo/sign-in.ts';
import { withTradedMarket } from '../demo/with-traded-market.ts';
import { chooseRefused, chooseStory } from './choose-story.ts';
import { recordingOf } from './recording-of.ts';
import { readOutcome, readStoredRun } from './stored-run.ts';
import { storiesOf } from './stories.ts';
import { walkAgain } from './walk-again.ts';

/**
 * Lets the paper bot trade the recording's market on a service of its own, and takes from the service's
 * record the two decisions that are told. The site must be built.
 */
export function recordDecision(): Promise<Recording> {
  return withTradedMarket(RECORDED_MARKET, async (serviceUrl, report) => {
    const caller = await signIn(serviceUrl);
    const stored = await readStoredRun(caller);
    const series = generateMarket(RECORDED_MARKET);
    const start = moneyFromNumber(report.start_balance, currencyOf(report.account.currency));
    const walked = await walkAgain(series, stored.decisions, start);
    const stories = storiesOf(stored, walked, series);
    const traded = new Set(stored.trades.map(({ decision_id }) => decision_id));
    const untraded = stored.decisions.filter(
      ({ action, decision_id }) => action !== 'HOLD' && !traded.has(decision_id),
    );
    const refused = await Promise.all(
      untraded.map(async (decision) => ({
        decision,
        outcome: await readOutcome(caller, decision.decision_id),
      })),
    );
    return recordingOf({
      story: chooseStory(stories),
      refused: chooseRefused(refused),
      stories,
      decisions: stored.decisions.length,
      market: RECORDED_MARKET,
    });
  });
}

/**
 * The market of the recording. Its prices are made up, and the same at every run. The seed is one whose run
 * has a trade that all wanted and one that was refused.
 */
const RECORDED_MARKET = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: 1_000,
  end: instantFromIso('2026-06-26T21:00:00Z'),
  seed: 25,
} as const satisfies GeneratedMarket;

import type { DecisionReply } from '@quorate/contract/decisions';
import type { GeneratedMarket } from '@quorate/trading/market/market-generator';
import { roundTo } from '@quorate/trading/rounding';
import { isoFromInstant } from '@quorate/values/instant';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { pipsFromPoints } from '@quorate/values/pips';
import type {
  Recording,
  RefusedDecision,
  TakenDecision,
} from '../../apps/web/src/features/decisions/recording.ts';
import type { RefusedStory, Story } from './choose-story.ts';

type Sources = {
  story: Story;
  refused: RefusedStory;
  /** Every story of the run, the told one among them. */
  stories: readonly Story[];
  decisions: number;
  market: GeneratedMarket;
};

/**
 * The recording as data, the same at every run: ids and times of the machine's clock are left out.
 *
 * @throws Error when a story lacks what a told one must have
 */
export function recordingOf(sources: Sources): Recording {
  const { story, stories, market } = sources;
  const ended = (exit: Story['exit']) => stories.filter((each) => each.exit === exit).length;
  const { volume, profit, currency } = story.trade;
  return {
    taken: {
      ...decidedOf(story.decision),
      desk: deskOf(story),
      trade: { volume, profit, currency, bars: story.bars },
    },
    refused: refusedOf(sources.refused, market.digits),
    run: {
      decisions: sources.decisions,
      trades: stories.length,
      at_target: ended('target'),
      at_stop: ended('stop'),
    },
    market: {
      symbol: market.symbol,
      timeframe: market.timeframe,
      bars: market.bars,
      seed: market.seed,
      end: isoFromInstant(market.end),
    },
  };
}

function decidedOf(decision: DecisionReply) {
  const { symbol, timeframe, as_of, snapshot_hash, action, p_up, agreeing, voters } = decision;
  const votes = decision.votes.map(({ analyst, action, p_up, reason, abstained }) => ({
    analyst,
    action,
    p_up,
    reason,
    abstained,
  }));
  return { symbol, timeframe, as_of, snapshot_hash, action, p_up, agreeing, voters, votes };
}

function deskOf({ checks, trade }: Story): TakenDecision['desk'] {
  const currency = currencyOf(trade.currency);
  const figureOf = (name: string, unitOf: (value: number) => number = (value) => value) => {
    const { value, limit } =
      checks.find((check) => check.name === name) ?? fail(`the desk did not check ${name}`);
    return { value: unitOf(value), limit: unitOf(limit) };
  };
  return {
    risk_reward: figureOf('risk_reward'),
    at_risk: figureOf('loss_at_stop_minor', (minor) => moneyToNumber(money(minor, currency))),
  };
}

function refusedOf(story: RefusedStory, digits: number): RefusedDecision {
  const { rule, sentence } = story.refusal;
  const pips = (points: number | string) => pipsFromPoints(Number(points), digits);
  const { exit_reason, r } = story.shadow;
  return {
    ...decidedOf(story.decision),
    refusal: {
      rule,
      sentence,
      actual: pips(story.refusal.actual),
      limit: pips(story.refusal.limit),
    },
    shadow: { exit_reason, r: roundTo(r, 2) },
  };
}

function fail(reason: string): never {
  throw new Error(reason);
}

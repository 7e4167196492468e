import type { SnapshotDocument } from '@quorate/contract/decisions';
import type { CandleSeries } from '@quorate/trading/market/candle';
import type { GeneratedMarket } from '@quorate/trading/market/market-generator';
import { roundTo } from '@quorate/trading/rounding';
import { isoFromInstant } from '@quorate/values/instant';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { pipsFromPoints } from '@quorate/values/pips';
import { priceFromNumber } from '@quorate/values/price';
import type {
  RecordedDecision,
  RecordedReplay,
} from '../../apps/web/src/features/decisions/recording.ts';
import type { Story } from './choose-story.ts';
import { barAt } from './stories.ts';

export type Recording = { decision: RecordedDecision; replay: RecordedReplay };

type Sources = {
  story: Story;
  /** Every story of the run, the told one among them. */
  stories: readonly Story[];
  decisions: number;
  snapshot: SnapshotDocument;
  series: CandleSeries;
  market: GeneratedMarket;
};

/**
 * The recording as data, the same at every run: ids and times of the machine's clock are left out.
 *
 * @throws Error when the story lacks what a told one must have
 */
export function recordingOf(sources: Sources): Recording {
  const { story, stories, snapshot, market } = sources;
  const { decision } = story;
  const { symbol, timeframe, as_of, snapshot_hash, action, p_up, agreeing, voters } = decision;
  const ended = (exit: Story['exit']) => stories.filter((each) => each.exit === exit).length;
  return {
    decision: {
      symbol,
      timeframe,
      as_of,
      snapshot_hash,
      action,
      p_up,
      agreeing,
      voters,
      votes: decision.votes.map(({ analyst, action, p_up, reason, abstained }) => ({
        analyst,
        action,
        p_up,
        reason,
        abstained,
      })),
      desk: deskOf(story),
      trade: tradeOf(story),
    },
    replay: {
      bars: snapshot.bars,
      ...laterOf(sources),
      indicators: snapshot.indicators,
      rules: decision.rules,
      reason: decision.reason,
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
    },
  };
}

function deskOf({ checks, trade }: Story): RecordedDecision['desk'] {
  const currency = currencyOf(trade.currency);
  const figureOf = (name: string, unitOf: (value: number) => number = (value) => value) => {
    const { value, limit } =
      checks.find((check) => check.name === name) ?? fail(`the desk did not check ${name}`);
    return { value: unitOf(value), limit: unitOf(limit) };
  };
  return {
    risk_reward: figureOf('risk_reward'),
    at_risk: figureOf('loss_at_stop_minor', (minor) => moneyToNumber(money(minor, currency))),
    spread_pips: figureOf('spread_points', (points) => pipsFromPoints(points, trade.digits)),
    daily_trades: figureOf('daily_trades'),
  };
}

function tradeOf({ trade }: Story): RecordedDecision['trade'] {
  const { volume, digits, price, stop_loss, take_profit, close_price, closed_at } = trade;
  if (stop_loss === null || take_profit === null || close_price === null || closed_at === null) {
    return fail('the trade has no stop, no target or no end');
  }
  const points = pointsOf(close_price, digits) - pointsOf(price, digits);
  const direction = trade.trade_type === 'BUY' ? 1 : -1;
  return {
    volume,
    digits,
    price,
    stop_loss,
    take_profit,
    close_price,
    closed_at,
    profit: trade.profit,
    currency: trade.currency,
    pips: pipsFromPoints(direction * points, digits),
  };
}

/** The bars and the prices that followed, on the snapshot's scale: less its newest close, in ATR. */
function laterOf({ story, snapshot, series }: Sources): Pick<RecordedReplay, 'later' | 'levels'> {
  const { price, stop_loss, take_profit, digits } = tradeOf(story);
  const newest = barAt(series, snapshot.as_of);
  const zero = series.close[newest] ?? fail('the snapshot is of no bar of the market');
  const inAtr = (points = Number.NaN) => roundTo((points - zero) / snapshot.atr_points, 2);
  const levelOf = (level: number) => inAtr(pointsOf(level, digits));
  return {
    later: Array.from({ length: story.bars }, (_, after) => {
      const bar = newest + 1 + after;
      return [
        inAtr(series.open[bar]),
        inAtr(series.high[bar]),
        inAtr(series.low[bar]),
        inAtr(series.close[bar]),
      ];
    }),
    levels: {
      entry: levelOf(price),
      stop_loss: levelOf(stop_loss),
      take_profit: levelOf(take_profit),
    },
  };
}

function pointsOf(decimal: number, digits: number): number {
  return priceFromNumber(decimal, digits).points;
}

function fail(reason: string): never {
  throw new Error(reason);
}

import { instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { type OrderKey, orderKeyFromBits } from '../account/order.ts';
import { costAtrOf } from '../ensemble/expected-value.ts';
import {
  emptyRecord,
  type LearnedRecord,
  learn,
  mergeRecords,
  voterKey,
} from '../ensemble/learned-record.ts';
import { standOf } from '../ensemble/standing.ts';
import { weigh } from '../ensemble/verdict.ts';
import { LEARNING_LIMITS, type VerdictLimits } from '../ensemble/verdict-rules.ts';
import type { DecisionSource } from '../loop/ports.ts';
import { timeframeMs } from '../market/candle.ts';
import type { BarReading, DecisionOutcome, DecisionRequest } from './decision.ts';
import { OFFLINE_ANALYSTS, offlineBallots } from './offline-analysts.ts';
import type { Ballot } from './vote.ts';

/** The offline analysts' rules as they are now: another version has a record of its own. */
export const OFFLINE_PROMPT = '1';

/** The offline analysts as a record knows them, in the order of their keys. */
const OFFLINE_PANEL = OFFLINE_ANALYSTS.map(({ name, model }) => ({
  key: voterKey(name, model, OFFLINE_PROMPT),
  family: name,
})).sort((one, other) => (one.key < other.key ? -1 : 1));

export type OfflineOptions = Readonly<{
  limits?: VerdictLimits;
  /** False: nothing is learned, and every verdict rests on the prior alone. */
  learning?: boolean;
  /** What is known beforehand, by `marketName`. */
  prior?: Readonly<Record<string, LearnedRecord>>;
}>;

/** Answers at once, and keeps what it learns. */
export type OfflineDecisions = Readonly<{
  decide(request: DecisionRequest): DecisionOutcome;
  touched: NonNullable<DecisionSource['touched']>;
}>;

/** What waits for its outcome. */
type Waiting = Readonly<{
  record: LearnedRecord;
  bar: number;
  pool: number;
  votes: readonly Ballot[];
}>;

/** A market's name in a file of records. @example marketName({ symbol: 'EURUSD', timeframe: 'H1' }) // 'EURUSD H1' */
export function marketName(market: Readonly<{ symbol: string; timeframe: string }>): string {
  return `${market.symbol} ${market.timeframe}`;
}

/**
 * A decision source without a service: the offline panel on the spot, which learns from what came as the service
 * does. Its keys come from the symbol and the time, so that two runs over the same bars make the same orders.
 */
export function createOfflineDecisions({
  limits = LEARNING_LIMITS,
  learning = true,
  prior = {},
}: OfflineOptions = {}): OfflineDecisions {
  const records = new Map<string, LearnedRecord>();
  const waiting = new Map<string, Waiting>();

  function recordOf(reading: BarReading): LearnedRecord {
    const name = marketName(reading);
    const known = records.get(name);
    if (known) return known;
    const before = Object.hasOwn(prior, name) ? prior[name] : undefined;
    const record = before ? mergeRecords(before, emptyRecord()) : emptyRecord();
    records.set(name, record);
    return record;
  }

  return {
    decide(request) {
      const reading = readingOf(request);
      const { symbol, timeframe, asOf, atrPoints, spreadPoints, indicators } = reading;
      const record = recordOf(reading);
      const votes = inOrder(offlineBallots(indicators));
      const costAtr = costAtrOf({ spread_points: spreadPoints, atr_points: atrPoints });
      const verdict = weigh(
        votes,
        costAtr,
        standOf(record, OFFLINE_PANEL, costAtr, limits.confidencePercent),
        limits,
      );
      const { action, pUp, stopLossAtr, takeProfitAtr, reason } = verdict;
      const decisionId = `${symbol} ${isoFromInstant(asOf)}`;
      if (learning) {
        const bar = Math.floor(asOf / timeframeMs(timeframe));
        waiting.set(decisionId, { record, bar, pool: verdict.strength, votes });
      }
      const orderKey = keyOf(decisionId);
      return {
        kind: 'decision',
        decisionId,
        orderKey,
        action,
        pUp,
        stopLossAtr,
        takeProfitAtr,
        reason,
      };
    },
    touched({ decisionId, touch }) {
      const decided = waiting.get(decisionId);
      waiting.delete(decisionId);
      if (!decided || touch === 'neither') return;
      const { record, bar, pool, votes } = decided;
      const cast = votes.map(({ action }, at) => ({
        key: OFFLINE_PANEL[at]?.key ?? '',
        side: action === 'HOLD' ? null : action,
      }));
      learn(record, { touch, bar, votes: cast, pool });
    },
  };
}

/** Ballots in the order of the panel. */
function inOrder([trend, reversion, breakout]: readonly Ballot[]): Ballot[] {
  return [breakout, reversion, trend].filter((ballot) => ballot !== undefined);
}

/** Of a question that somebody made by hand, from its snapshot. */
function readingOf(request: DecisionRequest): BarReading {
  if (request.reading) return request.reading;
  const { snapshot } = request;
  return {
    symbol: snapshot.symbol,
    timeframe: snapshot.timeframe,
    asOf: instantFromIso(snapshot.as_of),
    atrPoints: snapshot.atr_points,
    spreadPoints: snapshot.spread_points,
    indicators: snapshot.indicators,
  };
}

/**
 * The key of a small hash of the text (FNV-1a over 64 bits), in two halves of ordinary numbers, which are
 * many times faster than big ones; the product uses SHA-256.
 */
function keyOf(text: string): OrderKey {
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let at = 0; at < text.length; at += 1) {
    low ^= text.charCodeAt(at);
    // Times 2^40 + 0x1b3: the one moves the low half up by 40 bits, the other leaves a carry.
    const carry = ((low >>> 16) * 0x1b3 + (((low & 0xffff) * 0x1b3) >>> 16)) >>> 16;
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) | 0;
    low = Math.imul(low, 0x1b3);
  }
  return orderKeyFromBits(high, low >>> 14);
}

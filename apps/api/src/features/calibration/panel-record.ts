import { type PanelRecord, type PanelVoter, PROVEN_FROM } from '@quorate/contract/calibration';
import { timeframe as timeframeField } from '@quorate/contract/decisions';
import { effectiveVoters } from '@quorate/trading/ensemble/agreement';
import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import { standOf, type VoterStanding } from '@quorate/trading/ensemble/standing';
import { type Learned, memberOf } from '@quorate/trading/ensemble/verdict';
import { roundTo } from '@quorate/trading/rounding';
import { wilsonInterval } from '@quorate/trading/statistics/interval';
import type { UserId } from '@quorate/values/ids';
import type { Voter } from '../../models/panel.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { VoterName } from './calibration.queries.ts';
import type { CalibrationDeps } from './calibration.routes.ts';
import { findRecords, type Market } from './learned.queries.ts';
import { meanCostOf, panelState } from './panel-state.ts';
import { findLearnedMarkets, findNewestMarket, findSharesBetween } from './shares.queries.ts';

const DAY_MS = 86_400_000;
const RULES = ['verdict', 'majority', 'unanimous', 'best_voter', 'equal_pool', 'hold'] as const;

type Known = NonNullable<PanelRecord['record']>;

/** What is known of the voters of one market, and whether any vote of theirs pays its costs. */
export async function readPanelRecord(
  deps: CalibrationDeps,
  userId: UserId,
  asked: Partial<Market>,
): Promise<Omit<PanelRecord, 'success'>> {
  const { db, panel, clock } = deps;
  const [markets, market, entitled] = await Promise.all([
    findLearnedMarkets(db, userId),
    findNewestMarket(db, userId, asked),
    readEntitlements(deps, userId),
  ]);
  const named = markets.map((each) => ({
    ...each,
    timeframe: timeframeField.parse(each.timeframe),
  }));
  if (!market) return { markets: named, record: null };
  const voters = panel.votersAt(entitled.plan.ai_analysis);
  const now = clock.now();
  const stretch = (from: number, to: number) => ({
    from: new Date(now - from * DAY_MS),
    to: new Date(now - to * DAY_MS),
  });
  const [learned, { shared }, recent, before] = await Promise.all([
    deps.readLearned(db, userId, market, voters),
    findRecords(db, userId, market),
    findSharesBetween(db, userId, market, stretch(30, 0)),
    findSharesBetween(db, userId, market, stretch(60, 30)),
  ]);
  const known = describePanel(learned, voters);
  return {
    markets: named,
    record: {
      symbol: market.symbol,
      timeframe: timeframeField.parse(market.timeframe),
      ...known,
      shared_outcomes: shared?.outcomes ?? 0,
      voters: known.voters.map((voter) => ({
        ...voter,
        share_last_30_days: shareIn(recent, voter),
        share_before: shareIn(before, voter),
      })),
    },
  };
}

function shareIn(shares: readonly (VoterName & { share: number })[], of: VoterName): number | null {
  const found = shares.find(({ analyst, model }) => analyst === of.analyst && model === of.model);
  return found ? roundTo(found.share, 4) : null;
}

type Described = Omit<Known, 'symbol' | 'timeframe' | 'shared_outcomes' | 'voters'> &
  Readonly<{ voters: Omit<PanelVoter, 'share_last_30_days' | 'share_before'>[] }>;

/** A panel with its record in figures. */
function describePanel(learned: Learned, voters: readonly Voter[]): Described {
  const { record } = learned;
  const cost = meanCostOf(record);
  const members = voters.map(({ analyst }) => memberOf(learned, analyst));
  const standing = standOf(record, members, cost ?? 0);
  const places = voters.map((_, at) => at);
  return {
    state: panelState(record, members),
    outcomes: record.outcomes,
    proven_from: PROVEN_FROM,
    effective_voters: effectiveVoters(places, standing.correlations),
    cost_atr: cost === null ? null : roundTo(cost, 4),
    pool:
      record.pool.outcomes === 0
        ? null
        : { edge: roundTo(standing.slope, 4), edge_low: roundTo(standing.slopeLow, 4) },
    voters: voters.flatMap(({ analyst, model }, at) => {
      const voter = standing.voters[at];
      return voter ? [{ analyst, model, ...figuresOf(voter) }] : [];
    }),
    rules: RULES.map((rule) => ({ rule, ...resultOf(record, rule, cost) })),
  };
}

function figuresOf({ votes, right, share, turned, edge, edgeLow }: VoterStanding) {
  const interval = wilsonInterval(right, votes);
  return {
    votes,
    right,
    accuracy: interval && {
      value: roundTo(right / votes, 4),
      low: (interval.low ?? 0) / 100,
      high: (interval.high ?? 100) / 100,
    },
    edge: roundTo(edge, 4),
    edge_low: roundTo(edgeLow, 4),
    share,
    turned,
    proven: votes >= PROVEN_FROM,
  };
}

function resultOf(record: LearnedRecord, rule: (typeof RULES)[number], cost: number | null) {
  const { taken, right } = (rule === 'hold' ? undefined : record.rules[rule]) ?? {
    taken: 0,
    right: 0,
  };
  const mean = taken === 0 || cost === null ? null : (2 * right) / taken - 1 - cost;
  return { taken, right, mean_r: mean === null ? null : roundTo(mean, 4) };
}

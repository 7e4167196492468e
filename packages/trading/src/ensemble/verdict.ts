import type { Side } from '../account/order.ts';
import type { Ballot, RuleCheck, Verdict } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';
import { agreementOf } from './agreement.ts';
import { expectedR, type Stops, stopsOf } from './expected-value.ts';
import type { LearnedRecord } from './learned-record.ts';
import { boundedChance, chanceOf, logOddsOf } from './log-odds.ts';
import { type PanelMember, type PanelStanding, standOf, type VoterStanding } from './standing.ts';
import { steadySumOf } from './steady-sum.ts';
import { verdictReason } from './verdict-reason.ts';
import {
  DEFAULT_LIMITS,
  VERDICT_RULES,
  type VerdictFigures,
  type VerdictLimits,
} from './verdict-rules.ts';

/** Which code gave a verdict; kept with each decision, so that it can be recomputed. `verdict-1.ts` is the one before. */
export const VERDICT_VERSION = 2;

/** What is known of the voters of a market. */
export type Learned = Readonly<{
  record: LearnedRecord;
  /** By analyst; whoever is not named has no record and is a family of its own. */
  members: Readonly<Record<string, PanelMember>>;
}>;

/**
 * Turns votes into a verdict. A trade needs enough voters, agreement among voices that do not just repeat each other,
 * and an expected result after costs: by the record's lower bound in the mode `proven`, by what the voters state in
 * the mode `learning`. Anything less, and every tie, is HOLD. The order of the votes changes nothing but the order of
 * `shares`.
 *
 * @param costAtr the round trip's cost (spread and commission) in ATR
 * @example decide(votes, costAtrOf(snapshot), { record: emptyRecord(), members: {} })
 */
export function decide(
  votes: readonly Ballot[],
  costAtr: number,
  learned: Learned,
  limits: VerdictLimits = DEFAULT_LIMITS,
): Verdict {
  const cast = votes.filter(({ abstained }) => !abstained);
  const standing = standOf(
    learned.record,
    cast.map(({ analyst }) => memberOf(learned, analyst)),
    costAtr,
    limits.confidencePercent,
  );
  return weigh(cast, costAtr, standing, limits);
}

export function memberOf({ members }: Learned, analyst: string): PanelMember {
  const known = Object.hasOwn(members, analyst) ? members[analyst] : undefined;
  return known ?? { key: analyst, family: analyst };
}

/** The same where the standing of those who voted is known. */
export function weigh(
  cast: readonly Ballot[],
  costAtr: number,
  standing: PanelStanding,
  limits: VerdictLimits,
): Verdict {
  const directions = cast.map(({ action }, at) => directionOf(action, standing.voters[at]));
  const strength = strengthOf(directions, standing);
  const stated = statedLogOdds(cast, standing);
  const lead = limits.mode === 'learning' ? stated : strength;
  const side: Side = lead < 0 ? 'SELL' : 'BUY';
  const agreement = agreementOf(directions, standing, side, limits, costAtr);
  const stops = stopsOf(inPlaces(cast, agreement.agreeing));
  const worth = worthOf({ strength, stated, side, stops, costAtr }, standing, limits);
  const figures: VerdictFigures = {
    ...worth,
    ...agreement,
    voters: cast.length,
    tied: lead === 0,
    side,
    outcomes: standing.outcomes,
  };
  const checks: RuleCheck[] = [];
  for (const rule of VERDICT_RULES) {
    const check = rule.check(figures, limits);
    if (check) checks.push(check);
  }
  const trade: Stops | null = checks.every((check) => check.pass) ? stops : null;
  return {
    version: VERDICT_VERSION,
    mode: limits.mode,
    action: trade ? side : 'HOLD',
    stopLossAtr: trade?.stopLossAtr ?? null,
    takeProfitAtr: trade?.takeProfitAtr ?? null,
    pUp: roundTo(side === 'BUY' ? worth.chance : 1 - worth.chance, 4),
    reason: verdictReason(checks, figures, limits),
    agreeing: agreement.agreeing.length,
    effectiveVoters: agreement.effective,
    agreement: trade ? agreement.kind : null,
    expectedR: worth.expectedR,
    expectedRLow: worth.expectedRLow,
    strength,
    outcomes: standing.outcomes,
    quorum: limits.minVoters,
    voters: cast.length,
    rules: checks,
    shares: cast.map((ballot, at) => shareOf(ballot, standing.voters[at], limits)),
  };
}

function inPlaces(cast: readonly Ballot[], places: readonly number[]): Ballot[] {
  const chosen: Ballot[] = [];
  for (const at of places) {
    const ballot = cast[at];
    if (ballot) chosen.push(ballot);
  }
  return chosen;
}

/** 1 for a rise, -1 for a fall, 0 for no direction, as the vote is used. */
function directionOf(action: Ballot['action'], voter: VoterStanding | undefined): number {
  if (action === 'HOLD') return 0;
  return (action === 'BUY') === (voter?.turned ?? false) ? -1 : 1;
}

/** Where the pool points and how unanimously, -1 to 1: the shares of those for a rise less those for a fall. */
function strengthOf(directions: readonly number[], { voters }: PanelStanding): number {
  return roundTo(steadySumOf(directions.map((to, at) => to * (voters[at]?.share ?? 0))), 4);
}

/** The mean of what the voters state, as log-odds of a rise, weighted by their shares. */
function statedLogOdds(cast: readonly Ballot[], { voters }: PanelStanding): number {
  return roundTo(
    steadySumOf(
      cast.map(({ pUp }, at) => {
        const voter = voters[at];
        const says = logOddsOf(boundedChance(pUp)) * (voter?.share ?? 0);
        return voter?.turned ? -says : says;
      }),
    ),
    6,
  );
}

type Worth = Pick<VerdictFigures, 'chance' | 'expectedR' | 'expectedRLow'>;

/** What the trade is worth: by what is stated while learning, by the record otherwise. */
function worthOf(
  vote: Readonly<{
    strength: number;
    stated: number;
    side: Side;
    stops: Stops | null;
    costAtr: number;
  }>,
  { slope, slopeLow }: PanelStanding,
  { mode }: VerdictLimits,
): Worth {
  const { strength, stated, stops, costAtr } = vote;
  const chance =
    mode === 'learning' ? chanceOf(Math.abs(stated)) : chanceOfEdge(slope * Math.abs(strength));
  const low = chanceOfEdge(slopeLow * Math.abs(strength));
  const worth = (pRight: number) =>
    stops && roundTo(expectedR({ pRight: boundedChance(pRight), ...stops, costAtr }), 4);
  return { chance: boundedChance(chance), expectedR: worth(chance), expectedRLow: worth(low) };
}

/** @param edge how much oftener right than wrong */
function chanceOfEdge(edge: number): number {
  return (1 + edge) / 2;
}

function shareOf(
  { analyst, action, pUp }: Ballot,
  voter: VoterStanding | undefined,
  { mode }: VerdictLimits,
): Verdict['shares'][number] {
  const { share = 0, turned = false, edge = 0 } = voter ?? {};
  const rise = action === 'BUY' ? 1 : -1;
  const byRecord =
    action === 'HOLD' ? 0.5 : chanceOfEdge((turned ? -rise : rise) * Math.max(0, edge));
  const stated = turned ? 1 - pUp : pUp;
  return {
    analyst,
    share,
    turned,
    pUp: roundTo(boundedChance(mode === 'learning' ? stated : byRecord), 4),
  };
}

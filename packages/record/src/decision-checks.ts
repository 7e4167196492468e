import { toHex } from '@quorate/tlog/bytes';
import { sha256 } from '@quorate/tlog/sha256';
import { orderKeyFromHash } from '@quorate/trading/account/order';
import type { Ballot } from '@quorate/trading/analysts/vote';
import type { PanelStanding } from '@quorate/trading/ensemble/standing';
import { VERDICT_VERSION, weigh } from '@quorate/trading/ensemble/verdict';
import type { Timeframe } from '@quorate/trading/market/candle';
import { asOfFault, liveForMs, rawBarsFault, shapeFault } from '@quorate/trading/market/plausible';
import type { RawBar } from '@quorate/trading/market/raw-bars';
import { contextFrom, type DeskInputs } from '@quorate/trading/risk/desk-inputs';
import { deskReport } from '@quorate/trading/risk/desk-report';
import { askRiskDesk } from '@quorate/trading/risk/risk-desk';
import type { StandingContext } from '@quorate/trading/risk/rules';
import type { EntryText, NoteUnchecked } from './meaning.ts';
import type { Finding } from './rules.ts';

type Body = Readonly<Record<string, unknown>>;

/** A decision that asks for a trade, until its checks come. */
type Asked = Readonly<{
  side: 'BUY' | 'SELL';
  stopLossAtr: number;
  takeProfitAtr: number;
  atrPoints: number;
}>;

type Seen = Readonly<{
  id: unknown;
  hash: unknown;
  atrPoints: number;
  costSpread: number;
  /** Until when its market was the one of now. */
  liveUntil: number;
}>;

/** Models are waited for after the service has looked at its clock. */
const ANSWERED_WITHIN_MS = 5 * 60_000;

// Bodies were written by the service and their hashes are signed: they have the form that it gives them.

export function createDecisionChecks(note: NoteUnchecked) {
  /** The newest snapshot of each stream: a decision stands right behind its own. */
  const snapshots = new Map<string, Seen>();
  const asked = new Map<unknown, Asked>();
  return {
    takeSnapshot({ leaf, bodyText }: EntryText, body: Body): Finding | null {
      const told = body as SnapshotBody;
      const { snapshot, snapshot_hash: hash } = told;
      const text = snapshotText(bodyText ?? '');
      if (toHex(sha256(new TextEncoder().encode(text))) !== hash)
        return { rule: 'snapshot_hash', values: {} };
      const [asOf, now] = [Date.parse(snapshot.as_of), Date.parse(leaf.at)];
      const fault = asOfFault(snapshot.timeframe, asOf, now) ?? shapeFault(snapshot.bars);
      if (fault !== null) return { rule: 'snapshot', values: { reason: fault } };
      const bars = rawBarsFault(snapshot.timeframe, told.bars, { asOf, now });
      if (bars !== null) return { rule: 'bars', values: { reason: bars } };
      snapshots.set(leaf.stream, {
        id: told.decision_id,
        hash,
        atrPoints: snapshot.atr_points,
        costSpread: snapshot.spread_points,
        liveUntil: asOf + liveForMs(snapshot.timeframe),
      });
      return null;
    },

    takeDecision({ leaf }: EntryText, body: Body): Finding | null {
      const told = body as DecisionBody;
      const seen = snapshots.get(leaf.stream);
      if (!seen) note('decided_on');
      else if (seen.id !== told.decision_id || seen.hash !== told.snapshot_hash)
        return { rule: 'decided_on', values: {} };
      const at = Date.parse(leaf.at);
      if (seen && told.clock_class === 'live' && at > seen.liveUntil + ANSWERED_WITHIN_MS) {
        const minutes = Math.round((at - seen.liveUntil) / 60_000);
        return { rule: 'live', values: { minutes } };
      }
      const figures = told.verdict_figures;
      if (figures?.version !== VERDICT_VERSION || !figures.limits || !told.panel) note('verdict');
      else {
        const finding = verdictFinding(told, figures, figures.limits);
        if (finding) return finding;
      }
      if (told.action !== 'HOLD' && told.sl_atr !== null && told.tp_atr !== null && seen)
        asked.set(told.decision_id, {
          side: told.action,
          stopLossAtr: told.sl_atr,
          takeProfitAtr: told.tp_atr,
          atrPoints: seen.atrPoints,
        });
      return null;
    },

    /** @returns what the desk looked at, too, where that is told */
    takeChecks(
      { private: kept }: EntryText,
      body: Body,
    ): { finding: Finding | null; context: StandingContext | null } {
      const decision = asked.get(body.decision_id);
      asked.delete(body.decision_id);
      const { desk_inputs: inputs, checks } = (kept ?? {}) as Partial<ChecksKept>;
      if (!decision || !inputs || !checks) {
        note('checks');
        return { finding: null, context: null };
      }
      const context = contextOf(inputs);
      if (!context) {
        note('checks');
        return { finding: null, context };
      }
      const answer = askRiskDesk({ ...decision, key: NO_ORDER, decisionId: null }, context);
      const refusal = answer.kind === 'refused' ? answer.refusal : null;
      const again = new Map(
        deskReport(answer.checks, refusal).map((check) => [check.rule, check] as const),
      );
      for (const { rule, value, limit, pass } of checks) {
        const check = again.get(rule);
        // What a broker refuses afterwards is none of the desk's, though it may bear the name of one of its rules.
        if (!check || (!pass && refusal === null)) note('checks');
        else if (check.value !== value || check.limit !== limit || check.pass !== pass)
          return {
            finding: {
              rule: 'checks',
              values: { check: rule, actual: String(check.value), expected: String(value) },
            },
            context,
          };
      }
      return { finding: null, context };
    },
  };
}

/** @returns null for what another version looked at, or an account that no known rate values */
function contextOf(inputs: DeskInputs): StandingContext | null {
  if (inputs.v !== 1) return null;
  try {
    return contextFrom(inputs);
  } catch {
    return null;
  }
}

/** The key names an order at a broker, to which none of this goes. */
const NO_ORDER = orderKeyFromHash('0000000000000000');

type SnapshotBody = Body &
  Readonly<{
    decision_id: string;
    snapshot_hash: string;
    snapshot: Readonly<{
      as_of: string;
      timeframe: Timeframe;
      atr_points: number;
      spread_points: number;
      bars: [number, number, number, number][];
    }>;
    bars: readonly RawBar[];
  }>;

type Limits = Readonly<{
  min_voters: number;
  min_agreement: number;
  one_proven: boolean;
  min_expected_r: number;
  confidence_percent: number;
}>;

type Figures = Readonly<{
  version: number;
  mode: 'proven' | 'learning';
  strength: number;
  effective_voters: number;
  agreement: string | null;
  expected_r: number | null;
  expected_r_low: number | null;
  outcomes_known: number;
  cost_atr: number;
  limits: Limits | null;
}>;

type DecisionBody = Body &
  Readonly<{
    decision_id: string;
    snapshot_hash: string;
    clock_class?: unknown;
    action: 'BUY' | 'SELL' | 'HOLD';
    p_up: number;
    sl_atr: number | null;
    tp_atr: number | null;
    reason: string;
    agreeing: number;
    quorum: number;
    voters: number;
    votes: readonly Readonly<{
      analyst: string;
      action: Ballot['action'];
      p_up: number;
      sl_atr: number | null;
      tp_atr: number | null;
      abstained: boolean;
    }>[];
    verdict_figures: Figures | null;
    panel?: Readonly<{
      outcomes: number;
      slope: number;
      slope_low: number;
      correlations: readonly number[];
      voters: readonly Readonly<{
        votes: number;
        right: number;
        share: number;
        turned: boolean;
        edge: number;
        edge_low: number;
      }>[];
    }>;
  }>;

type ChecksKept = Readonly<{
  desk_inputs: DeskInputs | null;
  checks: readonly Readonly<{
    rule: string;
    value: number | string;
    limit: number | string | null;
    pass: boolean;
  }>[];
}>;

/** The snapshot's own text within the body, whose members stand in the order of their names. */
function snapshotText(body: string): string {
  const from = body.indexOf('"snapshot":') + '"snapshot":'.length;
  const to = body.lastIndexOf(',"snapshot_hash":');
  return body.slice(from, to);
}

/** Weighs the votes again, by the same code. */
function verdictFinding(told: DecisionBody, figures: Figures, limits: Limits): Finding | null {
  const ballots = told.votes
    .filter(({ abstained }) => !abstained)
    .map(
      (vote): Ballot => ({
        analyst: vote.analyst,
        action: vote.action,
        pUp: vote.p_up,
        stopLossAtr: vote.sl_atr,
        takeProfitAtr: vote.tp_atr,
        abstained: false,
      }),
    );
  const verdict = weigh(ballots, figures.cost_atr, standingOf(told), {
    mode: figures.mode,
    minVoters: limits.min_voters,
    minAgreement: limits.min_agreement,
    oneProven: limits.one_proven,
    minExpectedR: limits.min_expected_r,
    confidencePercent: limits.confidence_percent,
  });
  const compared: readonly (readonly [string, unknown, unknown])[] = [
    ['action', verdict.action, told.action],
    ['p_up', verdict.pUp, told.p_up],
    ['sl_atr', verdict.stopLossAtr, told.sl_atr],
    ['tp_atr', verdict.takeProfitAtr, told.tp_atr],
    ['reason', verdict.reason, told.reason],
    ['agreeing', verdict.agreeing, told.agreeing],
    ['quorum', verdict.quorum, told.quorum],
    ['voters', verdict.voters, told.voters],
    ['strength', verdict.strength, figures.strength],
    ['effective_voters', verdict.effectiveVoters, figures.effective_voters],
    ['agreement', verdict.agreement, figures.agreement],
    ['expected_r', verdict.expectedR, figures.expected_r],
    ['expected_r_low', verdict.expectedRLow, figures.expected_r_low],
    ['outcomes_known', verdict.outcomes, figures.outcomes_known],
  ];
  for (const [field, actual, expected] of compared)
    if (actual !== expected)
      return {
        rule: 'verdict',
        values: { field, actual: String(actual), expected: String(expected) },
      };
  return null;
}

function standingOf({ panel }: DecisionBody): PanelStanding {
  const { outcomes = 0, slope = 0, slope_low = 0, correlations = [], voters = [] } = panel ?? {};
  return {
    outcomes,
    slope,
    slopeLow: slope_low,
    correlations,
    voters: voters.map(({ edge_low, ...voter }) => ({ ...voter, edgeLow: edge_low })),
  };
}

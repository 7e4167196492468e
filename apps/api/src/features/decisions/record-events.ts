import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionReply, VoteReply } from '@quorate/contract/decisions';
import type { PanelStanding } from '@quorate/trading/ensemble/standing';
import type { RecordEvent } from '../records/append-events.ts';
import type { AnalyseInput } from './decisions.deps.ts';

type Owner = Pick<RecordEvent, 'userId' | 'subjectId'>;

/** What was taken in: the document that was voted on, and the bars that came with it. */
export function snapshotEvent(
  owner: Owner,
  { decision_id, decided_at, as_of }: DecisionReply,
  { snapshot, snapshot_hash, bars, bars_after }: AnalyseInput,
): RecordEvent {
  return {
    ...owner,
    kind: 'snapshot',
    at: new Date(decided_at),
    terminalAt: new Date(as_of),
    body: {
      decision_id,
      snapshot,
      snapshot_hash,
      bars: bars ?? [],
      bars_after: bars_after ?? null,
    },
  };
}

/**
 * All that led to a decision, so that nobody can say afterwards that it was another one, and that anybody can do the
 * sum again: the votes, what was known of the voters, and under which limits.
 */
export function decisionEvent(
  owner: Owner,
  decision: DecisionReply,
  { voters, correlations, outcomes, slope, slopeLow }: PanelStanding,
): RecordEvent {
  const { votes, decided_at, as_of, ...told } = decision;
  const panel = {
    outcomes,
    slope,
    slope_low: slopeLow,
    correlations,
    voters: voters.map(({ edgeLow, ...voter }) => ({ ...voter, edge_low: edgeLow })),
  };
  return {
    ...owner,
    kind: 'decision',
    at: new Date(decided_at),
    terminalAt: new Date(as_of),
    body: { ...told, as_of, decided_at, panel, votes: votes.map(toBallot) },
  };
}

/** Without what is told by the whole: each member is on record for good. */
function toBallot(vote: VoteReply) {
  return { ...vote, evidence: vote.evidence.map((each) => ({ ...each })) };
}

/** An outcome as it is kept, as far as it is on record. */
export type KeptOutcome = Readonly<
  Pick<
    OutcomeInput,
    'decision_id' | 'verdict' | 'checks' | 'fill' | 'refusal' | 'shadow' | 'first_touch'
  > & {
    asked: OutcomeInput['order'];
    touch_grade: string | null;
    touched_at: Date | null;
    /** Whether the fill lies outside of its bar, by the bars that the service has. */
    fill_outside: boolean | null;
    reported_at: Date;
  }
>;

/** What the desk looked at, which is on record beside its checks; null where it was not reported. */
export type DeskInputs = OutcomeInput['desk_inputs'];

/**
 * What has become known of a decision, each part when it does; a part that was told before and is now another is a
 * correction, and both stay.
 *
 * @param before as it was kept until now; null for the first report
 */
export function outcomeEvents(
  owner: Owner,
  now: KeptOutcome,
  before: KeptOutcome | null,
  deskInputs: DeskInputs,
): RecordEvent[] {
  const { decision_id, reported_at: at } = now;
  const events: RecordEvent[] = [];
  for (const part of partsOf(now, deskInputs)) {
    const told = before && partsOf(before, null).find(({ kind }) => kind === part.kind);
    const { kind, terminalAt, compared } = part;
    const [body, kept] = [{ decision_id, ...part.body }, part.private];
    if (!told) events.push({ ...owner, kind, at, terminalAt, body, private: kept });
    else if (JSON.stringify(told.compared) === JSON.stringify(compared)) continue;
    // What price did, and how a refused order would have ended, becomes known step by step.
    else if (kind === 'outcome') events.push({ ...owner, kind, at, terminalAt, body });
    else events.push({ ...owner, ...correctionOf({ decision_id, at }, told, part) });
  }
  for (const told of before ? partsOf(before, null) : [])
    if (!partsOf(now, null).some(({ kind }) => kind === told.kind))
      events.push({ ...owner, ...correctionOf({ decision_id, at }, told, null) });
  return events;
}

function correctionOf(
  { decision_id, at }: Readonly<{ decision_id: string; at: Date }>,
  was: Part,
  now: Part | null,
): Omit<RecordEvent, keyof Owner> {
  return {
    kind: 'correction',
    at,
    terminalAt: now?.terminalAt ?? null,
    body: { of: was.kind, decision_id, was: was.body, now: now?.body ?? null },
    private: { was: was.private, now: now?.private ?? null },
  };
}

type JsonObject = RecordEvent['body'];

type Part = Readonly<{
  kind: 'checks' | 'order' | 'fill' | 'outcome';
  terminalAt: Date | null;
  body: JsonObject;
  private: JsonObject | null;
  /** What makes it another one. */
  compared: unknown;
}>;

function partsOf(outcome: KeptOutcome, deskInputs: DeskInputs): Part[] {
  const { verdict, checks, asked, fill, refusal, shadow, first_touch } = outcome;
  const parts: Part[] = [];
  if (verdict !== 'held' || checks.length > 0) {
    parts.push({
      kind: 'checks',
      terminalAt: asked ? new Date(asked.asked_at) : null,
      body: {
        verdict,
        checks: checks.map(withoutMoney),
        refusal: refusal && { rule: refusal.rule },
      },
      private: { checks, refusal, desk_inputs: deskInputs },
      compared: [verdict, checks, refusal],
    });
  }
  if (asked && verdict === 'ordered') {
    const { lots, volume_step = null, ...order } = asked;
    const kept = { lots, volume_step };
    const terminalAt = new Date(asked.asked_at);
    parts.push({ kind: 'order', terminalAt, body: order, private: kept, compared: asked });
  }
  if (fill) {
    const body = { ...fill, ...(outcome.fill_outside && { outside: true }) };
    const terminalAt = new Date(fill.at);
    parts.push({ kind: 'fill', terminalAt, body, private: null, compared: body });
  }
  if (shadow || first_touch) {
    const touched_at = outcome.touched_at?.toISOString() ?? null;
    const body = { shadow, first_touch, touch_grade: outcome.touch_grade, touched_at };
    parts.push({
      kind: 'outcome',
      terminalAt: outcome.touched_at,
      body,
      private: null,
      compared: body,
    });
  }
  return parts;
}

/** Units that tell how much somebody owns. */
const OF_MONEY = ['minor', 'lots'];

function withoutMoney(check: KeptOutcome['checks'][number]) {
  return OF_MONEY.includes(check.unit) ? { ...check, value: null, limit: null } : { ...check };
}

import { isMarketShut } from '@quorate/trading/market/market-hours';
import { type Provenance, provenanceOf } from '@quorate/trading/market/provenance';
import { instant } from '@quorate/values/instant';
import type { Leaf } from './leaf.ts';

// What a stream comes to when all of its entries are read in their order: trades and decisions with what is known of
// each by now. The service publishes figures of it, and a verifier makes the same figures from the same entries.

type Body = Readonly<Record<string, unknown>>;

/** An entry, and what is shown of it; null where that was withheld or erased. */
export type StandingEntry = Readonly<{
  leaf: Pick<Leaf, 'kind' | 'position' | 'at'>;
  body: Body | null;
  private: Body | null;
}>;

/** What speaks for a trade or for an outcome: figures of different evidence are never added up. */
export const EVIDENCE = [
  /** Others have the same bars. */
  'agreed',
  'alone',
  /** Decided on bars of the past. */
  'replayed',
  'practice',
  'imported',
  'contradicted',
] as const;
export type Evidence = (typeof EVIDENCE)[number];

export type AccountClass = Readonly<{
  type: 'demo' | 'real' | 'unknown' | 'practice';
  paper: boolean;
}>;

/** A closed trade as it stands on record. */
export type StandingTrade = Readonly<{
  ticket: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  openPrice: number;
  closePrice: number | null;
  digits: number | null;
  /** ISO 8601, UTC. */
  openedAt: string;
  closedAt: string;
  /** Result over what the stop loss risked; null without one. */
  r: number | null;
  evidence: Evidence;
  provenance: Provenance;
  decided: boolean;
  corrected: boolean;
  /** Net result in minor units; null where it is withheld. */
  netMinor: number | null;
  /** What was said of it first came more than a day after it was closed. */
  late: boolean;
}>;

/** A chance that was said, and what came. */
export type StandingOutcome = Readonly<{
  evidence: Evidence;
  pUp: number;
  rose: boolean;
}>;

export type StandingFacts = Readonly<{
  entries: number;
  /** Times of the first and the last entry; null without any. */
  since: string | null;
  until: string | null;
  decisions: number;
  corrections: number;
  deletions: number;
  /** Stretches without an entry that are longer than any weekend, and the longest of them in days. */
  gaps: number;
  longestGapDays: number;
}>;

type Shown = Readonly<{
  symbol: string;
  trade_type: 'BUY' | 'SELL';
  open_price: number;
  close_price: number | null;
  digits?: number;
  opened_at: string;
  closed_at: string | null;
  decision_id: string | null;
  r: number | null;
  status: string;
}>;

type Trade = {
  shown: Shown;
  source: 'bot' | 'history' | 'import';
  corrected: boolean;
  netMinor: number | null;
  late: boolean;
};

type Decision = {
  symbol: string;
  asOf: number;
  action: string;
  pUp: number;
  voters: number;
  clockClass: 'live' | 'replayed' | null;
  grade: 'agreed' | 'alone' | 'contradicted' | null;
  /** How far a fill may be from the trade's price. */
  slack: number | null;
  verdict: string | null;
  fill: Readonly<{ price: number; outside?: boolean }> | null;
  touch: Readonly<{ first: string | null; grade: string | null }> | null;
};

const DAY_MS = 86_400_000;
/** Longer than a weekend with a holiday. */
const GAP_MS = 5 * DAY_MS;
/** An order is filled within so many days of its decision, or never. */
const FILLED_WITHIN_MS = 5 * DAY_MS;
/** A trade's opening price is that of its fill, but for this part of an ATR. */
const SLACK_ATR = 0.5;

export type Standing = Readonly<{
  take(entry: StandingEntry): void;
  account(): AccountClass | null;
  facts(): StandingFacts;
  /** Closed trades, those that were closed first before the others. @param account where no entry that is shown says it */
  trades(account: AccountClass): StandingTrade[];
  /** Of decisions that belong to no open trade. @param at milliseconds since 1970 */
  outcomes(account: AccountClass, at: number): StandingOutcome[];
  /** Positions of the entries that speak of a trade which is still open, or of an order that may become one. */
  open(at: number): ReadonlySet<number>;
}>;

/** @example for (const entry of entries) standing.take(entry); standing.trades(account) */
export function createStanding(): Standing {
  const trades = new Map<string, Trade>();
  const decisions = new Map<string, Decision>();
  /** By decision: what is known from its snapshot, until the decision comes. */
  const slacks = new Map<string, number>();
  const placesOfDecision = new Map<string, number[]>();
  const placesOfTicket = new Map<string, number[]>();
  const batches: { position: number; tickets: string[] }[] = [];
  const closedBy = new Set<string>();
  let account: AccountClass | null = null;
  let facts = {
    entries: 0,
    since: null as string | null,
    until: null as string | null,
    decisions: 0,
    corrections: 0,
    deletions: 0,
    gaps: 0,
    longestGapDays: 0,
  };
  let newest = Number.NEGATIVE_INFINITY;

  const note = (places: Map<string, number[]>, name: string, position: number) => {
    const known = places.get(name);
    if (known) known.push(position);
    else places.set(name, [position]);
  };

  const isFinal = (decision: Decision | undefined) =>
    decision !== undefined && (decision.action === 'HOLD' || isRefused(decision));

  const noteDecision = (id: string, position: number) => {
    if (!isFinal(decisions.get(id))) note(placesOfDecision, id, position);
  };

  const takeTrade = (
    ticket: string,
    shown: Shown,
    netMinor: number | null,
    { at, source }: Readonly<{ at: string; source: Trade['source'] }>,
  ) => {
    const before = trades.get(ticket);
    const isClosed = shown.status === 'CLOSED';
    const wasClosed = before?.shown.status === 'CLOSED';
    const late = isClosed && Date.parse(at) - Date.parse(shown.closed_at ?? at) > DAY_MS;
    trades.set(ticket, {
      shown: { ...before?.shown, ...shown },
      source,
      corrected: before?.corrected ?? false,
      netMinor,
      late: wasClosed ? before.late : late,
    });
    if (isClosed) placesOfTicket.delete(ticket);
    if (isClosed && shown.decision_id) closedBy.add(shown.decision_id);
  };

  const takeCorrection = ({ leaf: { at, position }, body, private: kept }: StandingEntry) => {
    const { of, now } = body as { of?: string; now?: Body | null };
    if (of === 'closed') {
      const ticket = String(body?.position_ticket);
      const source = trades.get(ticket)?.source ?? 'bot';
      takeTrade(ticket, now as Shown, netOf((kept?.now as Body | undefined) ?? null), {
        at,
        source,
      });
      const trade = trades.get(ticket);
      if (trade) trade.corrected = true;
      if (trade?.shown.status !== 'CLOSED') note(placesOfTicket, ticket, position);
      return;
    }
    const decision = decisions.get(String(body?.decision_id));
    if (!decision) return;
    if (of === 'checks') decision.verdict = (now?.verdict as string | undefined) ?? null;
    if (of === 'fill') decision.fill = (now ?? null) as Decision['fill'];
  };

  const takeDecided = (kind: Leaf['kind'], id: string, body: Body) => {
    const decision = decisions.get(id);
    if (!decision) return;
    if (kind === 'checks') decision.verdict = body.verdict as string;
    if (kind === 'fill') decision.fill = body as Decision['fill'];
    if (kind === 'grade') decision.grade = body.market_grade as Decision['grade'];
    if (kind === 'outcome' && body.first_touch)
      decision.touch = {
        first: body.first_touch as string,
        grade: body.touch_grade as string | null,
      };
    if (isFinal(decision)) placesOfDecision.delete(id);
  };

  const takeBody = (entry: StandingEntry, body: Body) => {
    const { kind, position, at } = entry.leaf;
    const id = typeof body.decision_id === 'string' ? body.decision_id : null;
    switch (kind) {
      case 'account':
        account = { type: body.account_type as AccountClass['type'], paper: body.paper === true };
        return;
      case 'snapshot': {
        const { atr_points: atr, digits } = body.snapshot as Record<
          'atr_points' | 'digits',
          number
        >;
        if (id === null) return;
        slacks.set(id, (SLACK_ATR * atr) / 10 ** digits);
        note(placesOfDecision, id, position);
        return;
      }
      case 'decision': {
        if (id === null) return;
        const slack = slacks.get(id) ?? null;
        slacks.delete(id);
        decisions.set(id, { ...readDecision(body), slack });
        noteDecision(id, position);
        if (isFinal(decisions.get(id))) placesOfDecision.delete(id);
        return;
      }
      case 'checks':
      case 'order':
      case 'fill':
      case 'outcome':
      case 'grade':
        if (id === null) return;
        noteDecision(id, position);
        takeDecided(kind, id, body);
        return;
      case 'correction':
        if (id !== null) noteDecision(id, position);
        takeCorrection(entry);
        return;
      case 'opened':
      case 'modified':
      case 'closed': {
        const ticket = String(body.position_ticket);
        note(placesOfTicket, ticket, position);
        takeTrade(ticket, body as unknown as Shown, netOf(entry.private), { at, source: 'bot' });
        return;
      }
      case 'history':
      case 'import': {
        const told = body.trades as readonly (Shown & { position_ticket: string })[];
        const amounts = (entry.private as { trades?: readonly Body[] } | null)?.trades;
        for (const [index, trade] of told.entries())
          takeTrade(trade.position_ticket, trade, netOf(amounts?.[index] ?? null), {
            at,
            source: kind,
          });
        const open = told.filter(({ status }) => status !== 'CLOSED');
        if (open.length > 0)
          batches.push({ position, tickets: open.map((trade) => trade.position_ticket) });
        return;
      }
      default:
    }
  };

  /** Decisions of which a trade is open now. */
  const openDecisions = () => {
    const open = new Set<string>();
    for (const { shown } of trades.values())
      if (shown.status !== 'CLOSED' && shown.decision_id) open.add(shown.decision_id);
    return open;
  };

  const isWaiting = (id: string, at: number, open: ReadonlySet<string>) => {
    if (open.has(id)) return true;
    const decision = decisions.get(id);
    if (!decision) return true;
    return !isFinal(decision) && !closedBy.has(id) && decision.asOf > at - FILLED_WITHIN_MS;
  };

  return {
    take(entry) {
      const { at, kind } = entry.leaf;
      const time = Date.parse(at);
      const gap = facts.entries === 0 ? 0 : time - newest;
      facts = {
        entries: facts.entries + 1,
        since: facts.since ?? at,
        until: at,
        decisions: facts.decisions + Number(kind === 'decision'),
        corrections: facts.corrections + Number(kind === 'correction'),
        deletions: facts.deletions + Number(kind === 'deletion'),
        gaps: facts.gaps + Number(gap > GAP_MS),
        longestGapDays: Math.max(facts.longestGapDays, gap > GAP_MS ? Math.floor(gap / DAY_MS) : 0),
      };
      newest = Math.max(newest, time);
      if (entry.body) takeBody(entry, entry.body);
    },
    account: () => account,
    facts: () => facts,
    trades(known) {
      const all: StandingTrade[] = [];
      for (const [ticket, trade] of trades) {
        const { shown, source, netMinor, corrected, late } = trade;
        if (shown.status !== 'CLOSED' || shown.closed_at === null) continue;
        const decision = decisionOf(decisions, shown);
        const provenance = provenanceOf({
          imported: source === 'import',
          paper: known.paper,
          accountType: known.type,
          decision: decision && { clockClass: decision.clockClass, grade: decision.grade },
          fillOutside: decision !== null && isFillOutside(decision, shown),
          marketShut: [shown.opened_at, shown.closed_at].some((at) =>
            isMarketShut(shown.symbol, instant(Date.parse(at))),
          ),
        });
        all.push({
          ticket,
          symbol: shown.symbol,
          side: shown.trade_type,
          openPrice: shown.open_price,
          closePrice: shown.close_price,
          digits: shown.digits ?? null,
          openedAt: shown.opened_at,
          closedAt: shown.closed_at,
          r: shown.r,
          evidence: evidenceOf(provenance, decision?.grade ?? null),
          provenance,
          decided: decision !== null,
          corrected,
          netMinor,
          late: late && source === 'bot',
        });
      }
      return all.sort(
        (a, b) => Date.parse(a.closedAt) - Date.parse(b.closedAt) || (a.ticket < b.ticket ? -1 : 1),
      );
    },
    outcomes(known, at) {
      const all: StandingOutcome[] = [];
      const open = openDecisions();
      for (const [id, decision] of decisions) {
        const { touch, voters, pUp } = decision;
        if (!touch || voters === 0 || (touch.first !== 'up' && touch.first !== 'down')) continue;
        if (isWaiting(id, at, open)) continue;
        all.push({
          evidence: evidenceOfOutcome(known, decision),
          pUp,
          rose: touch.first === 'up',
        });
      }
      return all;
    },
    open(at) {
      const positions = new Set<number>();
      const open = openDecisions();
      for (const [id, places] of placesOfDecision)
        if (isWaiting(id, at, open)) for (const place of places) positions.add(place);
      for (const places of placesOfTicket.values())
        for (const place of places) positions.add(place);
      for (const { position, tickets } of batches)
        if (tickets.some((ticket) => trades.get(ticket)?.shown.status !== 'CLOSED'))
          positions.add(position);
      return positions;
    },
  };
}

function readDecision(body: Body): Omit<Decision, 'slack'> {
  return {
    symbol: body.symbol as string,
    asOf: Date.parse(body.as_of as string),
    action: body.action as string,
    pUp: body.p_up as number,
    voters: body.voters as number,
    clockClass: (body.clock_class ?? null) as Decision['clockClass'],
    grade: (body.market_grade ?? null) as Decision['grade'],
    verdict: null,
    fill: null,
    touch: null,
  };
}

function isRefused({ verdict }: Decision): boolean {
  return verdict === 'vetoed' || verdict === 'held';
}

function netOf(kept: Body | null): number | null {
  return typeof kept?.profit === 'number' ? kept.profit : null;
}

/** The decision that a trade came from, where it was made for this market and shortly before. */
function decisionOf(
  decisions: ReadonlyMap<string, Decision>,
  { decision_id, symbol, opened_at }: Shown,
): Decision | null {
  const decision = decision_id === null ? undefined : decisions.get(decision_id);
  if (decision?.symbol !== symbol) return null;
  const after = Date.parse(opened_at) - decision.asOf;
  return after >= 0 && after <= FILLED_WITHIN_MS ? decision : null;
}

function isFillOutside({ fill, slack }: Decision, { open_price }: Shown): boolean {
  if (!fill) return false;
  return fill.outside === true || (slack !== null && Math.abs(open_price - fill.price) > slack);
}

function evidenceOf(provenance: Provenance, grade: Decision['grade']): Evidence {
  switch (provenance) {
    case 'real-agreed':
    case 'demo-agreed':
      return 'agreed';
    case 'real-alone':
    case 'demo-alone':
      return 'alone';
    case 'paper-live':
      return grade === 'agreed' ? 'agreed' : 'alone';
    case 'paper-replayed':
      return 'replayed';
    default:
      return provenance;
  }
}

function evidenceOfOutcome({ type }: AccountClass, { touch, clockClass }: Decision): Evidence {
  if (type === 'practice') return 'practice';
  if (touch?.grade === 'contradicted') return 'contradicted';
  if (clockClass !== 'live') return 'replayed';
  return touch?.grade === 'agreed' ? 'agreed' : 'alone';
}

import type { PositionTicket } from '@quorate/values/ids';
import { lots, type VolumeStep } from '@quorate/values/lots';
import { addMoney, type Money, money, subtractMoney } from '@quorate/values/money';
import { type Price, price } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';
import { roundHalfAway } from '../rounding.ts';
import type { Deal } from './deal.ts';
import { type ExitReason, stopExit, type Trade } from './trade.ts';

/** What one deal did to one trade. */
export type TradeChange = Readonly<{ kind: 'opened' | 'changed' | 'closed'; trade: Trade }>;

/** Trades in the making, a deal at a time. */
export type TradeBook = Readonly<{
  /**
   * Adds the next deal, in the order of execution.
   *
   * @returns one change; two for a deal that reverses a netting position; none for a closing deal whose
   *   opening was never seen
   * @throws ValueError when the deals of one position disagree on volume step or currency
   */
  add(deal: Deal): readonly TradeChange[];
  /** In the order of opening. */
  trades(): readonly Trade[];
  /** Closing deals without an opening: the history began too late. */
  orphans(): readonly Deal[];
}>;

/** A trade in the making, with the sums its averages come from. */
type Draft = {
  trade: Trade;
  /** Of the newest order that opened or added; null where it had none. */
  firstStop: Price | null;
  /** 1, and one more for each time the position was reversed. */
  segment: number;
  signedSteps: number;
  openedSteps: number;
  openedPoints: number;
  closedSteps: number;
  closedPoints: number;
};

/**
 * Turns deals into trades: a trade is a position from its first deal until its signed volume is zero
 * again. Partial closes are summed. A deal that goes through zero (INOUT) ends one trade and begins
 * the next, whose ticket carries `-r2`, `-r3`, …
 *
 * @param options.forgetsClosed for a run without end: `trades` holds what is open alone, and no ticket comes again
 */
export function createTradeBook({ forgetsClosed = false } = {}): TradeBook {
  const drafts = new Set<Draft>();
  const latest = new Map<PositionTicket, Draft>();
  const orphans: Deal[] = [];

  function add(deal: Deal): readonly TradeChange[] {
    const draft = latest.get(deal.positionTicket);
    const signed = deal.side === 'BUY' ? deal.lots.steps : -deal.lots.steps;
    if (!draft || draft.signedSteps === 0) {
      if (deal.entry !== 'out') return [open(deal, (draft?.segment ?? 0) + 1)];
      orphans.push(deal);
      return [];
    }
    checkStep(draft.trade.lots.step, deal);
    if (draft.signedSteps > 0 === signed > 0) return [increase(draft, deal)];
    const through = Math.abs(signed) - Math.abs(draft.signedSteps);
    if (through <= 0) {
      const change = reduce(draft, deal);
      if (forgetsClosed && change.kind === 'closed') {
        drafts.delete(draft);
        latest.delete(deal.positionTicket);
      }
      return [change];
    }
    const [ending, beginning] = splitDeal(deal, Math.abs(draft.signedSteps));
    return [reduce(draft, ending), open(beginning, draft.segment + 1)];
  }

  function open(deal: Deal, segment: number): TradeChange {
    const ticket = segment === 1 ? deal.positionTicket : `${deal.positionTicket}-r${segment}`;
    const { steps } = deal.lots;
    const trade: Trade = {
      positionTicket: ticket as PositionTicket,
      orderKey: deal.orderKey,
      symbol: deal.symbol,
      side: deal.side,
      lots: deal.lots,
      openPrice: deal.price,
      closePrice: null,
      stopLoss: deal.stopLoss,
      takeProfit: deal.takeProfit,
      openedAt: deal.time,
      closedAt: null,
      status: 'OPEN',
      exitReason: null,
      grossProfit: deal.profit,
      commission: deal.commission,
      swap: deal.swap,
      fee: deal.fee,
      profit: addMoney(deal.profit, costsOf(deal)),
      initialRisk: deal.initialRisk,
      revision: 1,
    };
    const draft: Draft = {
      trade,
      firstStop: deal.stopLoss,
      segment,
      signedSteps: deal.side === 'BUY' ? steps : -steps,
      openedSteps: steps,
      openedPoints: steps * deal.price.points,
      closedSteps: 0,
      closedPoints: 0,
    };
    drafts.add(draft);
    latest.set(deal.positionTicket, draft);
    return { kind: 'opened', trade };
  }

  return { add, trades: () => [...drafts].map((draft) => draft.trade), orphans: () => orphans };
}

/** All trades of a history, in the order of opening. @param deals in the order of execution */
export function tradesFromDeals(deals: Iterable<Deal>): readonly Trade[] {
  const book = createTradeBook();
  for (const deal of deals) book.add(deal);
  return book.trades();
}

function increase(draft: Draft, deal: Deal): TradeChange {
  const { steps, step } = deal.lots;
  draft.signedSteps += deal.side === 'BUY' ? steps : -steps;
  draft.openedSteps += steps;
  draft.openedPoints += steps * deal.price.points;
  draft.firstStop = deal.stopLoss ?? draft.firstStop;
  const risk = draft.trade.initialRisk;
  draft.trade = {
    ...withMoney(draft.trade, deal, draft.trade),
    lots: lots(draft.openedSteps, step),
    openPrice: price(roundHalfAway(draft.openedPoints / draft.openedSteps), deal.price.digits),
    initialRisk: risk && deal.initialRisk ? addMoney(risk, deal.initialRisk) : null,
  };
  return { kind: 'changed', trade: draft.trade };
}

function reduce(draft: Draft, deal: Deal): TradeChange {
  const { steps } = deal.lots;
  draft.signedSteps += deal.side === 'BUY' ? steps : -steps;
  draft.closedSteps += steps;
  draft.closedPoints += steps * deal.price.points;
  const closed = draft.signedSteps === 0;
  draft.trade = withMoney(draft.trade, deal, closed ? endOf(draft, deal) : draft.trade);
  return { kind: closed ? 'closed' : 'changed', trade: draft.trade };
}

type End = Pick<Trade, 'closePrice' | 'closedAt' | 'status' | 'exitReason'>;

function endOf(draft: Draft, deal: Deal): End {
  const points = roundHalfAway(draft.closedPoints / draft.closedSteps);
  return {
    closePrice: price(points, deal.price.digits),
    closedAt: deal.time,
    status: 'CLOSED',
    exitReason: exitReasonOf(draft, deal),
  };
}

function exitReasonOf({ trade, firstStop }: Draft, deal: Deal): ExitReason | null {
  switch (deal.reason) {
    case 'take-profit':
      return 'target';
    case 'stop-out':
      return 'stop_out';
    case 'stop-loss':
      if (deal.stopLoss === null) return null;
      return stopExit(
        {
          side: trade.side,
          openPrice: trade.openPrice.points,
          firstStop: firstStop?.points ?? null,
        },
        deal.stopLoss.points,
      );
    case 'close':
      return deal.closedBy ?? null;
    case 'order':
      return null;
  }
}

function costsOf({ commission, swap, fee }: Deal): Money {
  return addMoney(commission, addMoney(swap, fee));
}

function withMoney(trade: Trade, deal: Deal, end: End): Trade {
  const { closePrice, closedAt, status, exitReason } = end;
  return {
    ...trade,
    closePrice,
    closedAt,
    status,
    exitReason,
    stopLoss: deal.stopLoss ?? trade.stopLoss,
    takeProfit: deal.takeProfit ?? trade.takeProfit,
    grossProfit: addMoney(trade.grossProfit, deal.profit),
    commission: addMoney(trade.commission, deal.commission),
    swap: addMoney(trade.swap, deal.swap),
    fee: addMoney(trade.fee, deal.fee),
    profit: addMoney(trade.profit, addMoney(deal.profit, costsOf(deal))),
    revision: trade.revision + 1,
  };
}

/**
 * Splits a reversing deal: what it closed, and what it opened. Profit and swap belong to what was
 * closed; commission and fee are shared by volume, to the last minor unit.
 */
function splitDeal(deal: Deal, closingSteps: number): [Deal, Deal] {
  const { steps, step } = deal.lots;
  const none = money(0, deal.profit.currency);
  const share = (amount: Money) =>
    money(roundHalfAway((amount.minor * closingSteps) / steps), amount.currency);
  const commission = share(deal.commission);
  const fee = share(deal.fee);
  const ending: Deal = {
    ...deal,
    entry: 'out',
    lots: lots(closingSteps, step),
    commission,
    fee,
    initialRisk: null,
    stopLoss: null,
    takeProfit: null,
  };
  const beginning: Deal = {
    ...deal,
    entry: 'in',
    lots: lots(steps - closingSteps, step),
    profit: none,
    swap: none,
    commission: subtractMoney(deal.commission, commission),
    fee: subtractMoney(deal.fee, fee),
  };
  return [ending, beginning];
}

function checkStep(step: VolumeStep, { lots: { step: other }, positionTicket }: Deal): void {
  if (step.units * 10 ** other.digits === other.units * 10 ** step.digits) return;
  throw new ValueError(`the deals of position ${positionTicket} count in different volume steps`);
}

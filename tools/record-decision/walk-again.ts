import type { DecisionReply } from '@quorate/contract/decisions';
import { decisionFromWire } from '@quorate/run/wire';
import type { DealReason } from '@quorate/trading/account/deal';
import { instrumentFor } from '@quorate/trading/account/instrument';
import type { Trade } from '@quorate/trading/account/trade';
import type { RuleCheck } from '@quorate/trading/analysts/vote';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import type { Money } from '@quorate/values/money';

/** What the bot knew of a trade and does not send to the service. */
export type WalkedTrade = {
  trade: Trade;
  decisionId: string;
  /** The figures of the desk's rules when it let the order out. */
  checks: readonly RuleCheck[];
  /** Why it was closed; null while it is open. */
  exit: DealReason | null;
};

/** As the paper bot's account has it. */
const LEVERAGE = 30;

/**
 * Walks a run's bars once more with the decisions that the service has stored, through the loop, the risk
 * desk and the broker of the paper bot.
 *
 * @throws Error when the loop asks about a bar that nothing was decided on: then it is not that run
 */
export async function walkAgain(
  series: CandleSeries,
  decisions: readonly DecisionReply[],
  start: Money,
): Promise<WalkedTrade[]> {
  const instrument = instrumentFor(series.symbol, series.digits, start.currency);
  if ('kind' in instrument) throw new Error(instrument.message);
  const byBar = new Map(decisions.map((decision) => [decision.as_of, decision]));
  const events: LoopEvent[] = [];
  const result = await runTradingLoop(
    {
      market: createReplayMarket([series]),
      decisions: {
        decide({ snapshot }) {
          const decision = byBar.get(snapshot.as_of);
          if (!decision) throw new Error(`nothing was decided on the bar of ${snapshot.as_of}`);
          return decisionFromWire(decision);
        },
      },
      broker: createSimulatedBroker({ instruments: [instrument], start, leverage: LEVERAGE }),
      journal: { record: (event) => void events.push(event) },
    },
    { instruments: [instrument], risk: DEFAULT_RISK_SETTINGS, planDailyTrades: null },
  );
  return result.trades.map((trade) => walked(trade, events));
}

function walked(trade: Trade, events: readonly LoopEvent[]): WalkedTrade {
  let exit: DealReason | null = null;
  for (const event of events) {
    if (event.kind !== 'deal' || event.deal.positionTicket !== trade.positionTicket) continue;
    if (event.deal.entry === 'out') exit = event.deal.reason;
  }
  for (const event of events) {
    if (event.kind !== 'order' || event.order.key !== trade.orderKey) continue;
    const { decisionId } = event.order;
    if (decisionId !== null) return { trade, decisionId, checks: event.checks, exit };
  }
  throw new Error(`the trade ${trade.positionTicket} comes from no decision`);
}

import type { Explanation, OutcomeBar } from '@quorate/contract/decision-outcomes';
import type { Trade } from '@quorate/contract/trades';

/** What is drawn of a trade, made or hypothetical. */
export type DrawnTrade = {
  bars: readonly OutcomeBar[];
  /** When it was decided, UTC. */
  decidedAt: string;
  trade: Pick<
    Trade,
    | 'trade_type'
    | 'symbol'
    | 'digits'
    | 'price'
    | 'close_price'
    | 'stop_loss'
    | 'take_profit'
    | 'opened_at'
    | 'closed_at'
  >;
};

/** The trade of a decision on its bars; null where there are no bars, or nothing would have been filled. */
export function drawnTrade(explanation: Explanation): DrawnTrade | null {
  const { bars, trade, outcome, decision, digits } = explanation;
  if (bars.length === 0) return null;
  const decidedAt = decision.as_of;
  if (trade) return { bars, decidedAt, trade };
  const { order, fill, shadow } = outcome ?? {};
  const price = fill?.price ?? shadow?.entry ?? null;
  if (!order || price === null) return null;
  return {
    bars,
    decidedAt,
    trade: {
      trade_type: order.side,
      symbol: decision.symbol,
      digits,
      price,
      close_price: shadow?.exit ?? null,
      stop_loss: order.stop_loss,
      take_profit: order.take_profit,
      opened_at: fill?.at ?? order.asked_at,
      closed_at: shadow?.exit_at ?? null,
    },
  };
}

import type { Explanation, OutcomeBar } from '@quorate/contract/decision-outcomes';
import type { Trade } from '@quorate/contract/trades';

/** What is drawn of a trade, made or hypothetical. */
export type TradePrices = Pick<
  Trade,
  | 'trade_type'
  | 'digits'
  | 'price'
  | 'close_price'
  | 'stop_loss'
  | 'take_profit'
  | 'opened_at'
  | 'closed_at'
> &
  // Of a trade that was never made nothing more is known.
  Partial<Pick<Trade, 'gross_profit' | 'best_excursion' | 'worst_excursion'>>;

export type DrawnTrade = {
  bars: readonly OutcomeBar[];
  /** When it was decided, UTC. */
  decidedAt: string;
  /** null where nothing was traded, nor would have been. */
  trade: TradePrices | null;
};

/** The bars around a decision, with its trade where there is one; null where no bars are known. */
export function drawnTrade(explanation: Explanation): DrawnTrade | null {
  const { bars, trade, outcome, decision, digits } = explanation;
  if (bars.length === 0) return null;
  const drawn = { bars, decidedAt: decision.as_of };
  if (trade) return { ...drawn, trade };
  const { order, fill, shadow } = outcome ?? {};
  const price = fill?.price ?? shadow?.entry ?? null;
  if (!order || price === null) return { ...drawn, trade: null };
  return {
    ...drawn,
    trade: {
      trade_type: order.side,
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

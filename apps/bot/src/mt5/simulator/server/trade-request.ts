/** The orders that the simulated terminal sends. Prices in points, volumes in units of the symbol. */
export type DealRequest = Readonly<{
  action: 'deal';
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: number;
  /** The position to close or reduce; null to open. */
  position: string | null;
  /** The price that the sender saw. */
  price: number;
  stopLoss: number | null;
  takeProfit: number | null;
  deviation: number;
  filling: Filling;
  magic: number;
  comment: string;
  /** Whether a person gave it, not the expert. */
  byHand?: boolean;
}>;

export type StopsRequest = Readonly<{
  action: 'stops';
  position: string;
  stopLoss: number | null;
  takeProfit: number | null;
  byHand?: boolean;
}>;

export type Filling = 'fok' | 'ioc' | 'return';

export type TradeAnswer = Readonly<{
  retcode: number;
  order: string;
  deal: string;
  volume: number;
  price: number;
}>;

export function refusal(retcode: number): TradeAnswer {
  return { retcode, order: '0', deal: '0', volume: 0, price: 0 };
}

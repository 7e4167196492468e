import type { Trade } from '@quorate/contract/trades';

export const ACCOUNT_WORDS: Readonly<Record<Trade['account_type'], string>> = {
  demo: 'Demo',
  real: 'Real',
  unknown: 'Unknown',
};

/** The key of a trade: tickets repeat between accounts. */
export function tradeKey(trade: Trade): string {
  return `${trade.account_id} ${trade.position_ticket}`;
}

export type TradesView = {
  trades: readonly Trade[];
  timeZone: string;
  onOpen: (decisionId: string) => void;
};

import type { Trade } from '@quorate/contract/trades';

/** Whether trades are of a made-up market: the service lists those beside no others, so one tells of all. */
export function arePractice(trades: readonly Pick<Trade, 'account_type'>[] | undefined): boolean {
  return trades?.[0]?.account_type === 'practice';
}

/** The key of a trade: tickets repeat between accounts. */
export function tradeKey(trade: Trade): string {
  return `${trade.account_id} ${trade.position_ticket}`;
}

export type TradesView = {
  trades: readonly Trade[];
  timeZone: string;
  onOpen: (decisionId: string) => void;
};

import type { ShownTrade } from '@quorate/bot/live/shown-journal';

export type TradesView = Readonly<{ trades: readonly ShownTrade[]; timeZone: string }>;

export const ACCOUNT_WORDS: Readonly<Record<ShownTrade['account_type'], string>> = {
  demo: 'Demo',
  real: 'Real',
};

/** A ticket that a position on a real account has may be a demo one's too. */
export function tradeKey(trade: ShownTrade): string {
  return `${trade.account_type} ${trade.position_ticket}`;
}

import type { TerminalAccount } from '../../bridge/records.ts';

/** An account at the simulated broker, before anything has happened on it. */
export type SimulatedAccount = Readonly<{
  login: string;
  server: string;
  company: string;
  currency: string;
  currencyDigits: number;
  leverage: number;
  marginMode: TerminalAccount['margin_mode'];
  tradeMode: TerminalAccount['trade_mode'];
  /** The first deposit, in minor units. */
  startMinor: number;
  /** Percent of equity to margin below which positions are closed. */
  stopOutPercent: number;
}>;

/** A demo account with 10,000 US dollars at 1:30 that holds positions side by side. */
export const DEMO_ACCOUNT: SimulatedAccount = {
  login: '51234567',
  server: 'Simulated-Demo',
  company: 'Simulated Broker',
  currency: 'USD',
  currencyDigits: 2,
  leverage: 30,
  marginMode: 'hedging',
  tradeMode: 'demo',
  startMinor: 1_000_000,
  stopOutPercent: 50,
};

export function accountRecord(account: SimulatedAccount): TerminalAccount {
  return {
    login: account.login,
    server: account.server,
    company: account.company,
    currency: account.currency,
    currency_digits: account.currencyDigits,
    leverage: account.leverage,
    margin_mode: account.marginMode,
    trade_mode: account.tradeMode,
  };
}

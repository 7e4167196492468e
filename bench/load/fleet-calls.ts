import { sendHeartbeat } from '@quorate/contract/live';
import { syncTrades } from '@quorate/contract/trade-sync';
import { FLEET_SERVER, fleetBot } from './fleet.ts';

/** A request as it goes over the wire. */
export type FleetCall = { path: string; token: string; body: string };

/** Heartbeat number `turn` of a bot. Every third bot has a position open, whose worth changes. */
export function heartbeatOf(bot: number, turn: number): FleetCall {
  const { token, login } = fleetBot(bot);
  const isOpen = bot % 3 === 0;
  const body = {
    account: accountOf(login),
    run_id: `run-${bot}`,
    sequence: Date.now() + turn,
    state: 'active',
    equity: 10_000 + (isOpen ? (turn % 100) / 10 : 0),
    balance: 10_000,
    open_positions: isOpen ? 2 : 0,
    version: '0.1.0',
    at: new Date().toISOString(),
  };
  return { path: sendHeartbeat.path, token, body: JSON.stringify(body) };
}

/** A sync of so many trades that nobody has sent before. */
export function syncOf(bot: number, turn: number, count: number): FleetCall {
  const { token, login } = fleetBot(bot);
  const trades = Array.from({ length: count }, (_, index) => tradeOf(turn * 10 + index));
  const body = JSON.stringify({ account: accountOf(login), trades });
  return { path: syncTrades.path, token, body };
}

function accountOf(login: string) {
  return { server: FLEET_SERVER, login, account_type: 'demo', currency: 'USD' };
}

const DAY_MS = 86_400_000;

function tradeOf(number: number) {
  const closedAt = Date.UTC(2026, 0, 5) + (number % 200) * DAY_MS;
  const cents = (number % 2 === 0 ? 1 : -1) * (100 + (number % 5_000));
  return {
    position_ticket: String(10_000_000 + number),
    symbol: 'EURUSD',
    trade_type: number % 3 === 0 ? 'SELL' : 'BUY',
    volume: 0.1,
    digits: 5,
    open_price: 1.08214,
    close_price: 1.08643,
    stop_loss: 1.08,
    take_profit: 1.08643,
    opened_at: new Date(closedAt - 3_600_000).toISOString(),
    closed_at: new Date(closedAt).toISOString(),
    status: 'CLOSED',
    gross_profit: (cents + 70) / 100,
    commission: -0.7,
    swap: 0,
    fee: 0,
    profit: cents / 100,
    initial_risk: 22.1,
    decision_id: null,
    revision: 2,
  };
}

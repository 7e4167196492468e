import { listDecisions } from '@quorate/contract/decisions';
import { getTradeStatistics, getTradingStatistics } from '@quorate/contract/trades';
import { getDashboard } from '@quorate/contract/usage';
import { fleetBot } from './fleet.ts';
import { heartbeatOf, syncOf } from './fleet-calls.ts';

export type Asked = { index: number; userId: string; turn: number };
export type WireRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** A call that bots and dashboards make all the time; each time as another one, where it writes. */
export type MainCall = { name: string; request: (asked: Asked) => WireRequest };

export const MAIN_CALLS: readonly MainCall[] = [
  { name: 'heartbeat', request: ({ index, turn }) => sent(heartbeatOf(index, turn)) },
  { name: 'sync of 3 trades', request: ({ index, turn }) => sent(syncOf(index, 1_000 + turn, 3)) },
  {
    name: 'page of trades',
    request: ({ index, userId }) =>
      read(index, `${getTradeStatistics.path.replace(':user_id', userId)}?per_page=50`),
  },
  { name: 'statistics', request: ({ index }) => read(index, getTradingStatistics.path) },
  { name: 'dashboard', request: ({ index }) => read(index, getDashboard.path) },
  { name: 'page of decisions', request: ({ index }) => read(index, listDecisions.path) },
];

function sent({ path, token, body }: { path: string; token: string; body: string }): WireRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body };
}

function read(index: number, path: string): WireRequest {
  return { method: 'GET', path, headers: { authorization: `Bearer ${fleetBot(index).token}` } };
}

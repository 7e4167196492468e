import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { SYNC_BATCH_MAX, syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { idOf, type UserId } from '@quorate/values/ids';
import fc from 'fast-check';
import {
  accountInput,
  signedInUser,
  type TestUser,
  tradeInput,
} from '../../../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../../../test/helpers/test-service.ts';
import { periodRange } from '../../../../http/period-range.ts';
import type { TradeFilter } from '../../trades.queries.ts';

/** Half of them change their clocks, some at midnight; two are off the half hour; one lost a day. */
export const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Havana',
];

export const PERIODS = [
  { period: 'all' },
  { period: 'daily' },
  { period: 'weekly' },
  { period: 'monthly' },
  { period: 'custom', start_date: '2025-10-20', end_date: '2026-04-10' },
  { period: 'custom', start_date: '2026-03-08', end_date: '2026-03-08' },
] as const;

const NOW = '2026-03-08T15:00:00Z';

const ACCOUNTS = [
  accountInput({ login: '1', account_type: 'demo' }),
  accountInput({ login: '2', account_type: 'real' }),
  accountInput({ login: '3', account_type: 'unknown', currency: 'JPY' }),
];

/** Mostly around the changes of the clocks of spring 2026 and autumn 2025, and around midnights. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2025, 8, 1), max: Date.UTC(2026, 3, 12) }),
  fc.integer({ min: Date.UTC(2026, 2, 7), max: Date.UTC(2026, 2, 10) }),
  fc.integer({ min: 0, max: 200 }).map((day) => Date.UTC(2025, 8, 20) + day * 86_400_000),
);

const generated = fc.record({
  time: moment,
  held: fc.integer({ min: 0, max: 200_000_000 }),
  net: fc.oneof(
    fc.integer({ min: -60, max: 60 }),
    fc.integer({ min: -90_000, max: 90_000 }),
    fc.constant(0),
  ),
  risk: fc.option(fc.integer({ min: 1, max: 40_000 })),
  symbol: fc.constantFrom('EURUSD', 'GBPUSD', 'XAUUSD', 'eurusd.m', 'US30#'),
  volume: fc.constantFrom(0.01, 0.1, 0.125, 1, 10),
  open: fc.constantFrom(false, false, false, true),
});

/** So many trades by chance, the same ones for the same seed. */
export function history(count: number, seed: number) {
  return fc.sample(generated, { numRuns: count, seed });
}

export type Row = ReturnType<typeof history>[number];

/** A trade of an account; the same ticket at a higher revision replaces it. */
function toInput(row: Row, ticket: number, which: number, revision = 1): TradeInput {
  const amount = row.net / scaleOf(which);
  const time = new Date(row.time).toISOString();
  return tradeInput({
    position_ticket: `t${ticket}`,
    symbol: row.symbol,
    volume: row.volume,
    gross_profit: amount,
    commission: 0,
    profit: amount,
    initial_risk: row.risk === null ? null : row.risk / scaleOf(which),
    ...(row.open
      ? { status: 'OPEN', opened_at: time, closed_at: null, close_price: null }
      : { opened_at: new Date(row.time - row.held).toISOString(), closed_at: time }),
    revision,
  });
}

/** One of the three accounts: a demo, a real and one of unknown type in yen. */
export function accountAt(which: number) {
  return ACCOUNTS[which] ?? assert.fail(`there is no account ${which}`);
}

function scaleOf(which: number): number {
  return accountAt(which).currency === 'JPY' ? 1 : 100;
}

/** Every third trade is of the same account. */
export function inputsOf(rows: readonly Row[], which: number, revision = 1): TradeInput[] {
  return rows.flatMap((row, ticket) =>
    ticket % 3 === which ? [toInput(row, ticket, which, revision)] : [],
  );
}

export async function send(
  service: TestService,
  user: TestUser,
  which: number,
  trades: readonly TradeInput[],
): Promise<void> {
  for (let at = 0; at < trades.length; at += SYNC_BATCH_MAX) {
    const body = { account: accountAt(which), trades: trades.slice(at, at + SYNC_BATCH_MAX) };
    await service.call(syncTrades, { body }, user.token);
  }
}

/** A service with somebody whose three accounts have these trades. */
export async function fill(test: TestContext, count: number, seed: number) {
  const service = await startTestService(test);
  service.clock.set(NOW);
  const user = await signedInUser(service);
  const rows = history(count, seed);
  for (const which of [0, 1, 2]) await send(service, user, which, inputsOf(rows, which));
  return { service, user, rows };
}

/** Every zone, period and type of account. */
export function everyFilter(service: TestService, user: TestUser): TradeFilter[] {
  return ZONES.flatMap((time_zone) =>
    PERIODS.flatMap((period) =>
      ([undefined, 'demo', 'real', 'unknown'] as const).map((accountType) => ({
        userId: idOf<UserId>(user.user.id),
        range: periodRange({ ...period, time_zone }, service.clock.now()),
        accountType,
      })),
    ),
  );
}

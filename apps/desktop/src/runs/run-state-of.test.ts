import assert from 'node:assert/strict';
import { test } from 'node:test';
import { riskProfile } from '@quorate/bot/profiles/profile';
import { instant } from '@quorate/values/instant';
import { type BotStatus, botStatus } from './bot-status.ts';
import { runStateOf } from './create-runs.ts';

const HELD = {
  ticket: '70001',
  symbol: 'EURUSD',
  side: 'BUY',
  lots: '0.41',
  open_price: '1.15835',
  sl: '1.15607',
  tp: '1.16299',
  profit: '42.50',
  digits: 5,
  opened_at: '2026-11-20T13:00:03Z',
};

function statusWith(changes: Readonly<Record<string, unknown>>): BotStatus {
  return botStatus.parse({
    pid: 1,
    profile: 'Main',
    connected: true,
    halted: false,
    flattening: false,
    limits: null,
    risk: riskProfile.parse({ currency_pairs: ['EURUSD'] }),
    terminal_seen_at: null,
    service_seen_at: null,
    service_there: null,
    problems: [],
    opening: false,
    ...changes,
  });
}

const stateWith = (status: BotStatus | null) =>
  runStateOf(
    {
      phase: () => (status ? 'running' : 'stopped'),
      since: () => instant(0),
      message: () => null,
      status: () => status,
    },
    () => 3,
    (told) => told,
  );

test('what a bot that does not run holds is not known: its positions may well be open', () => {
  const { open_positions, trades_today } = stateWith(null);
  assert.deepEqual({ open_positions, trades_today }, { open_positions: null, trades_today: null });
});

test('nothing is called open or closed before the terminal has named its positions', () => {
  assert.equal(stateWith(statusWith({ positions_known: false })).open_positions, null);
});

test('what the terminal has named is counted', () => {
  const none = statusWith({ positions_known: true });
  const one = statusWith({ positions_known: true, positions: [HELD] });
  assert.deepEqual(
    [none, one].map((status) => stateWith(status).open_positions),
    [0, 1],
  );
  assert.equal(stateWith(one).trades_today, 3);
});

import type { BotReply } from '@quorate/contract/live';
import { expect, test } from 'vitest';
import { conditionOf, conditionSentence, durationText, isAtRest } from './bot-words.ts';

const HEARD = '2026-11-20T10:00:00.000Z';
const after = (seconds: number) => Date.parse(HEARD) + seconds * 1_000;
const BOT: BotReply = {
  bot_id: '0197a0c0-0000-7000-8000-0000000000b1',
  account: { server: 'Demo-1', login: '50012', account_type: 'demo', currency: 'USD' },
  state: 'active',
  equity: 10_012.34,
  balance: 10_000,
  open_positions: 0,
  version: '0.1.0',
  last_heartbeat_at: HEARD,
  ended_at: null,
  silent_since: null,
  commands: [],
};

test('a bot runs until it was not heard of for 45 s, and is no longer silent once it has ended', () => {
  expect(conditionOf(BOT, after(44))).toEqual({ kind: 'running' });
  expect(conditionOf(BOT, after(45))).toEqual({ kind: 'silent', forMs: 45_000 });
  const ended = conditionOf({ ...BOT, ended_at: HEARD }, after(7_200));
  expect(ended).toEqual({ kind: 'ended', forMs: 7_200_000 });
  expect(conditionSentence(BOT, ended)).toBe('It ended 2 h ago and was active then.');
});

test('a bot is at rest only where nothing of it waits for anybody', () => {
  const ended = { ...BOT, ended_at: HEARD };
  expect(isAtRest(ended)).toBe(true);
  expect(isAtRest(BOT)).toBe(false);
  expect(isAtRest({ ...ended, open_positions: 1 })).toBe(false);
  const command = {
    command_id: BOT.bot_id,
    kind: 'entries_off',
    asked_at: HEARD,
    received_at: null,
    done_at: null,
    result: null,
  } as const;
  expect(isAtRest({ ...ended, commands: [command] })).toBe(false);
});

test('a time is told as shortly as it is read', () => {
  const told = [0, 59_999, 60_000, 3_599_999, 7_200_000, 172_800_000].map(durationText);
  expect(told).toEqual(['0 s', '59 s', '1 min', '59 min', '2 h', '2 days']);
  expect(durationText(-5_000)).toBe('0 s');
});

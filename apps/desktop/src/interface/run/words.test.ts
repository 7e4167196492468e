import { describe, expect, it } from 'vitest';
import type { LastBar } from '../../contract/runs.ts';
import { buildRun, buildRunning } from '../testing/builders.ts';
import { buildLimit } from '../testing/run-builders.ts';
import { usedPercent, usedWords } from './limit-bar.tsx';
import { ageWords, doingOf, lastBarWords, localTime, phaseWords, spanWords } from './run-words.ts';

const NOW = Date.parse('2026-11-22T13:48:00Z');
const doing = (input: Partial<Parameters<typeof doingOf>[0]>) =>
  doingOf({
    run: buildRunning(),
    limits: [],
    symbols: ['EURUSD'],
    now: NOW,
    timeZone: 'UTC',
    ...input,
  });

describe('what a bot is doing, in a sentence', () => {
  it('names the symbols and the time of the next bar, and counts down to it', () => {
    expect(doing({ symbols: ['EURUSD', 'GBPUSD', 'USDJPY'] })).toEqual({
      text: 'Waiting for the next bar of EURUSD, GBPUSD, and USDJPY at 14:00.',
      until: '2026-11-22T14:00:00Z',
    });
  });

  it('counts the symbols where there are too many to name', () => {
    const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCHF'];
    expect(doing({ symbols }).text).toBe('Waiting for the next bar of 5 symbols at 14:00.');
  });

  it('says the day of a bar that is not of today', () => {
    const run = buildRunning({ next_bar_at: '2026-11-23T00:00:00Z' });
    expect(doing({ run }).text).toContain('at 23 Nov 2026, 00:00.');
  });

  it('counts down to nothing while a limit is reached', () => {
    const limits = [buildLimit({ used: 5, reached: 'Nothing more is opened until tomorrow.' })];
    expect(doing({ limits })).toEqual({
      text: 'Nothing more is opened until tomorrow.',
      until: null,
    });
  });

  it('puts an order to close everything before a halt, and a halt before a limit', () => {
    const limits = [buildLimit({ reached: 'until tomorrow' })];
    const halted = buildRunning({ halted: true });
    expect(doing({ run: halted, limits }).text).toMatch(/^It opens nothing new/);
    expect(doing({ run: { ...halted, flattening: true }, limits }).text).toMatch(/being closed/);
  });

  it('takes the words of the app where it has any', () => {
    const message = 'The plan allows 10 trades a day, and 10 were opened.';
    expect(doing({ run: buildRunning({ message }) }).text).toBe(message);
  });

  it('says of a stopped bot how to start it', () => {
    expect(doing({ run: buildRun() }).text).toBe('Press Start Bot to trade.');
  });
});

const bar = (changes: Partial<LastBar>): LastBar => ({
  symbol: 'EURUSD',
  at: '2026-11-22T13:00:00Z',
  outcome: 'quiet',
  leans: null,
  action: null,
  why: null,
  ...changes,
});

describe('what came of the last bar', () => {
  it.each([
    [{ leans: { up: 1, down: 0, analysts: 3 } }, 'nothing to ask, 1 of 3 analysts lean up'],
    [{ leans: { up: 0, down: 1, analysts: 3 } }, 'nothing to ask, 1 of 3 analysts lean down'],
    [
      { leans: { up: 1, down: 1, analysts: 3 } },
      'nothing to ask, of 3 analysts 1 lean up and 1 down',
    ],
    [{ leans: { up: 0, down: 0, analysts: 3 } }, 'nothing to ask, none of 3 analysts leans'],
    [{}, 'nothing to ask, too few bars yet'],
    [{ outcome: 'decided', action: 'HOLD' }, 'decided not to trade'],
    [{ outcome: 'undecided', why: 'A position is open.' }, 'no decision. A position is open.'],
  ] as const)('%j is said', (changes, expected) => {
    expect(lastBarWords(bar(changes))).toBe(`EURUSD: ${expected}`);
  });

  it('is said of a service that is away before anything else that waits', () => {
    const run = buildRunning({ service_away_since: '2026-11-22T13:40:00Z', message: 'other' });
    expect(doing({ run })).toEqual({
      text: 'The service has not answered since 13:40. Nothing new is opened until it does; what is open is managed, with its stops at the broker.',
      until: null,
    });
  });
});

describe('the phase in a word', () => {
  it('does not call a bot running that opens nothing', () => {
    expect(phaseWords(buildRunning()).name).toBe('Running');
    expect(phaseWords(buildRunning({ halted: true })).name).toBe('Paused');
    expect(phaseWords(buildRunning({ flattening: true })).name).toBe('Closing everything');
    expect(phaseWords(buildRun({ halted: true })).name).toBe('Stopped');
  });
});

describe('how much of a limit is used', () => {
  it('is told in the unit of the limit', () => {
    expect(usedWords({ used: 2, limit: 5, unit: 'trades' })).toBe('2 of 5 trades');
    expect(usedWords({ used: 1, limit: 1, unit: 'losses' })).toBe('1 of 1 loss');
    expect(usedWords({ used: 0.8, limit: 5, unit: 'percent' })).toBe('0.80% of 5%');
    expect(usedWords({ used: 3, limit: null, unit: 'losses' })).toBe('3 losses');
  });

  it('never leaves the bar, whatever is told', () => {
    expect(usedPercent({ used: 7, limit: 5, unit: 'trades' })).toBe(100);
    expect(usedPercent({ used: -1, limit: 5, unit: 'percent' })).toBe(0);
    expect(usedPercent({ used: 1, limit: 0, unit: 'trades' })).toBeNull();
    expect(usedPercent({ used: 1, limit: null, unit: 'trades' })).toBeNull();
  });
});

describe('times and spans', () => {
  it('show seconds only where they matter', () => {
    expect(spanWords(725_000)).toBe('12 min 05 s');
    expect(spanWords(59_001)).toBe('1 min 00 s');
    expect(spanWords(400)).toBe('1 s');
    expect(spanWords(-5_000)).toBe('0 s');
    expect(spanWords(4_320_000)).toBe('1 h 12 min');
    expect(spanWords(2.5 * 86_400_000)).toBe('2 days');
  });

  it('tell an age in one unit', () => {
    expect([ageWords(-1), ageWords(59_999), ageWords(95_000), ageWords(7_300_000)]).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '2 h',
    ]);
  });

  it('leave the day out where it is today for the reader', () => {
    expect(localTime('2026-11-22T14:00:00Z', NOW, 'UTC')).toBe('14:00');
    // Past midnight in Tokyo by then.
    expect(localTime('2026-11-22T15:30:00Z', NOW, 'Asia/Tokyo')).toBe('23 Nov 2026, 00:30');
    expect(localTime('2026-11-02T14:00:00Z', NOW, 'UTC')).toBe('2 Nov 2026, 14:00');
  });
});

import {
  amountOfInitial,
  barParts,
  highestLine,
  ifStoppedSentence,
  lockView,
  spanText,
  turnSentence,
} from '@quorate/ui/limits-words';
import { describe, expect, test } from 'vitest';
import { buildAccount, buildFloors } from '../../testing/rule-sets.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('what is left if everything is stopped out now', () => {
  test.each([
    [{}, 'If everything is stopped out now, you will have $9,640.00: $140.00 above your limit.'],
    [
      { if_stopped: 9_480, headroom: -20 },
      'If everything is stopped out now, you will have $9,480.00: $20.00 below your limit.',
    ],
    [
      { open_positions: 0, if_stopped: 9_900, headroom: 400 },
      'Nothing is open. You have $9,900.00: $400.00 above your limit.',
    ],
    [{ headroom: null }, 'What you will have if everything is stopped out now is not known.'],
    [{ if_stopped: null }, 'What you will have if everything is stopped out now is not known.'],
  ])('is said as it is: %o', (changes, sentence) => {
    expect(ifStoppedSentence(buildFloors(changes), 'USD')).toBe(sentence);
  });
});

test('what would have been left by figures of earlier is said of then', () => {
  expect(ifStoppedSentence(buildFloors(), 'USD', true)).toBe(
    'If everything had been stopped out then, you would have had $9,640.00: $140.00 above your limit.',
  );
  const nothing = buildFloors({ open_positions: 0, if_stopped: 9_900, headroom: 400 });
  expect(ifStoppedSentence(nothing, 'USD', true)).toBe(
    'Nothing was open then. You had $9,900.00: $400.00 above your limit.',
  );
});

describe('the bar', () => {
  // The day allows 500 below 10,000: 100 are lost, 260 at risk, 140 left.
  test('shares out the room above the highest floor', () => {
    expect(barParts(buildFloors())).toEqual({ lost: 20, atRisk: 52, left: 28 });
    expect(highestLine(buildFloors())?.line.kind).toBe('day');
  });

  test('never passes its ends, and is not drawn without figures', () => {
    expect(barParts(buildFloors({ equity: 9_400, headroom: -300 }))).toEqual({
      lost: 100,
      atRisk: 0,
      left: 0,
    });
    expect(barParts(buildFloors({ equity: null }))).toBeNull();
    expect(barParts(buildFloors({ headroom: null }))).toBeNull();
  });
});

test('the turn is told in the viewer’s clock and in the firm’s', () => {
  expect(turnSentence(buildFloors(), NOW, 'Europe/London')).toBe(
    'The day turns in 11 h 0 min: 20 Nov 2026, 23:00 for you, 00:00 in Prague.',
  );
  expect(turnSentence(buildFloors({ next_turn: null }), NOW, 'UTC')).toBe(
    'When the day turns is not known.',
  );
  expect(spanText(59_000)).toBe('1 min');
  expect(spanText(3 * 86_400_000)).toBe('3 days');
});

test('amounts come with their part of the initial balance, unknown ones as such', () => {
  expect(amountOfInitial(140, 10_000, 'USD')).toBe('$140.00 (1.40%)');
  expect(amountOfInitial(null, 10_000, 'USD')).toBe('not known');
});

describe('a lock', () => {
  const since = '2026-11-20T10:00:00.000Z';
  const locked = (lock: { line: number; until: string | null }) => {
    const { state, ...floors } = buildFloors();
    const full = { ...lock, since, equity_minor: 950_100 };
    return buildAccount({ floors: { ...floors, state: { ...state, lock: full } } });
  };

  test('of a day ends with it, and nothing lifts it', () => {
    const view = lockView(locked({ line: 0, until: '2026-11-20T23:00:00.000Z' }), NOW, 'UTC');
    expect(view?.title).toBe('Locked by the daily limit since 20 Nov 2026, 10:00');
    expect(view?.words).toBe(
      'Everything was closed and nothing is opened. Trading may begin again on 20 Nov 2026, 23:00. Until then there is nothing to do.',
    );
    expect(lockView(locked({ line: 0, until: since }), NOW, 'UTC')).toBeNull();
  });

  test('of the total can be begun again under own rules, not under a firm’s', () => {
    const own = locked({ line: 1, until: null });
    expect(lockView(own, NOW, 'UTC')?.canRebase).toBe(true);
    const firm = { ...own, rule_set: own.rule_set && { ...own.rule_set, id: 'ftmo-2-step' } };
    expect(lockView(firm, NOW, 'UTC')?.canRebase).toBe(false);
  });

  test('of earlier rules stays through a change', () => {
    const carried_lock = { since, until: '2026-11-20T23:00:00.000Z', floor: 9_500 };
    const view = lockView(buildAccount({ carried_lock }), NOW, 'UTC');
    expect(view?.title).toBe('Locked by earlier rules since 20 Nov 2026, 10:00');
    expect(view?.words).toContain('A change of the rules lifts no lock.');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { i18nOf } from '../../../words/i18n.ts';
import { composeReview } from './compose-review.ts';
import { weekOf, weeksBefore, weeksBetween, weekToSend } from './week.ts';
import type { Group, GroupDetails } from './week-figures.queries.ts';

const I18N = i18nOf('en');
const week = weekOf(Date.parse('2026-02-25T12:00:00Z'), 'UTC');
const frame = { week, timeZone: 'UTC', running: false };

function aGroup(changes: Partial<Group> = {}): Group {
  const sums = { trades: 14, wins: 8, losses: 6, net: 12_050, gross: 13_000, costs: -950 };
  return {
    currency: 'USD',
    kind: 'real',
    accounts: ['a'],
    week: sums,
    before: { ...sums, trades: 9, net: -3_000 },
    decisions: { all: 120, traded: 14, vetoed: 3 },
    ...changes,
  };
}

function someDetails(changes: Partial<GroupDetails> = {}): GroupDetails {
  const trade = {
    account_id: 'a',
    position_ticket: '7',
    decision_id: null,
    symbol: 'EURUSD',
    trade_type: 'BUY',
    profit: 8_000,
    exit_reason: 'target',
  } as const;
  return {
    best: trade,
    worst: { ...trade, symbol: 'GBPUSD', profit: -4_000, exit_reason: 'stop', decision_id: 'd' },
    early: { trades: 0, byHand: 0, gross: 0, best: 0 },
    tag: null,
    refused: { all: 0, known: 0, r: 0, rule: null, decisionId: null },
    worstDay: null,
    written: 2,
    ...changes,
  };
}

const review = (details: Partial<GroupDetails> = {}, group: Partial<Group> = {}) =>
  composeReview(I18N, [aGroup(group)], someDetails(details), frame).review;

describe('the review of a week', () => {
  it('begins with the result and the week before, and has three facts, each with its sample', () => {
    const { facts, about, question } = review();
    assert.equal(about, 'Real account in USD');
    assert.deepEqual(
      facts.map(({ kind, sample }) => [kind, sample]),
      [
        ['net', 14],
        ['best_worst', 14],
        ['win_rate', 14],
      ],
    );
    assert.equal(
      facts[0]?.text,
      'You made +120.50 USD net over 14 trades. The week before it was −30.00 USD over 9 trades.',
    );
    assert.deepEqual(
      facts[1]?.links.map(({ path }) => path),
      ['/dashboard/trades/a/7', '/dashboard/decisions/d'],
    );
    assert.equal(question, 'Knowing what you knew then, would you take the GBPUSD trade again?');
  });

  it('is the same for the same figures', () => {
    assert.deepEqual(review(), review());
  });

  it('tells of a limit that came near, and asks about it', () => {
    const worstDay = { at: new Date('2026-02-24T22:00:00Z'), fall: 39_000, allowed: 50_000 };
    const { facts, question } = review({ worstDay });
    assert.equal(
      facts[1]?.text,
      'A limit came near on Wednesday: equity fell 390.00 USD from where the day began. That is 78% of the 500.00 USD that your daily limit allows.',
    );
    assert.match(question, /^What would have kept Wednesday smaller/);
    const far = review({ worstDay: { ...worstDay, fall: 10_000 } });
    assert.ok(far.facts.every(({ kind }) => kind !== 'near_limit'));
  });

  it('tells of a tag that lost money over at least two trades', () => {
    const { facts } = review({ tag: { name: 'news', trades: 3, net: -5_500 } });
    assert.equal(facts[1]?.text, 'Trades that you tagged “news” lost 55.00 USD, over 3 trades.');
    const single = review({ tag: { name: 'news', trades: 1, net: -5_500 } });
    assert.ok(single.facts.every(({ kind }) => kind !== 'losing_tag'));
  });

  it('tells of refused trades only what is known of them', () => {
    const refused = { all: 5, known: 3, r: 2.13, rule: 'spread_points', decisionId: 'd1' };
    assert.equal(
      review({ refused }).facts[1]?.text,
      'The risk desk refused 5 trades, most often for: spread. The 3 whose end is known would have made +2.1 R.',
    );
    const unknown = review({ refused: { ...refused, known: 0, r: 0 }, best: null });
    assert.match(unknown.facts[1]?.text ?? '', /not known yet/);
  });

  it('tells of exits before the target what they kept', () => {
    const { facts } = review({ early: { trades: 4, byHand: 4, gross: 4_100, best: 10_000 } });
    assert.equal(
      facts[1]?.text,
      '4 of 14 trades were closed by hand before the target. They kept 41% of the best result they had.',
    );
  });

  it('of a week with decisions alone says so, and of a week with nothing, too', () => {
    const none = { trades: 0, wins: 0, losses: 0, net: 0, gross: 0, costs: 0 };
    const idle = review({ best: null, worst: null }, { week: none });
    assert.deepEqual(
      idle.facts.map(({ kind }) => kind),
      ['quiet', 'decisions'],
    );
    const { facts, question } = composeReview(I18N, [], null, frame).review;
    assert.equal(facts.length, 1);
    assert.match(question, /\?$/);
  });

  it('is about one kind of money in one currency; the others get a line each', () => {
    const { about, others } = composeReview(
      I18N,
      [aGroup({ accounts: ['a', 'b'] }), aGroup({ kind: 'practice', currency: 'EUR' })],
      someDetails(),
      frame,
    ).review;
    assert.equal(about, '2 real accounts in USD');
    assert.deepEqual(others, ['Practice account in EUR: +120.50 EUR over 14 trades.']);
  });
});

describe('a week', () => {
  it('begins on the viewer’s Monday, also where clocks change in it', () => {
    const berlin = weekOf(Date.parse('2026-03-29T22:30:00Z'), 'Europe/Berlin');
    assert.equal(berlin.monday, '2026-03-30');
    const before = weeksBefore(berlin, 1, 'Europe/Berlin');
    assert.deepEqual([before.monday, before.sunday], ['2026-03-23', '2026-03-29']);
    assert.equal(before.from.toISOString(), '2026-03-22T23:00:00.000Z');
    assert.equal(before.to.toISOString(), '2026-03-29T22:00:00.000Z');
    assert.equal(weeksBetween('2025-12-29', '2026-03-30'), 13);
  });

  it('is sent from 7:00 on Monday for two days', () => {
    const at = (iso: string) => weekToSend(Date.parse(iso), 'America/New_York')?.monday ?? null;
    assert.equal(at('2026-03-02T11:59:59Z'), null);
    assert.equal(at('2026-03-02T12:00:00Z'), '2026-02-23');
    assert.equal(at('2026-03-04T11:59:59Z'), '2026-02-23');
    assert.equal(at('2026-03-04T12:00:00Z'), null);
  });
});

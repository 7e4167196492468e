import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type EntitlementFacts,
  entitlementsOf,
  GRACE_DAYS,
  type HeldSubscription,
} from './entitlements.ts';

const at = (iso: string) => new Date(iso);
const NOW = at('2026-03-15T12:00:00Z');
const MARCH = { start: at('2026-03-10T09:00:00Z'), end: at('2026-04-10T09:00:00Z') };
const FEBRUARY = { start: at('2026-02-10T09:00:00Z'), end: MARCH.start };

function held(changes: Partial<HeldSubscription> = {}): HeldSubscription {
  return {
    plan: 'Pro',
    status: 'active',
    startedAt: FEBRUARY.start,
    period: MARCH,
    endsAt: null,
    cancelRequested: null,
    changedAt: MARCH.start,
    revoked: false,
    restoredUntil: null,
    ...changes,
  };
}

function factsOf(changes: Partial<EntitlementFacts> = {}): EntitlementFacts {
  return {
    givenPlan: 'Free',
    givenUntil: null,
    createdAt: at('2026-01-20T08:00:00Z'),
    subscriptions: [],
    payments: [],
    ...changes,
  };
}

const planWith = (subscription: HeldSubscription, now = NOW) =>
  entitlementsOf(factsOf({ subscriptions: [subscription] }), now).plan.name;

describe('what a user may do', () => {
  it('is Free without anything, in cycles from the day of sign-up', () => {
    const entitled = entitlementsOf(factsOf(), NOW);
    assert.deepEqual(
      [entitled.plan.name, entitled.source, entitled.cycle.start, entitled.overdue],
      ['Free', 'free', at('2026-02-20T08:00:00Z'), null],
    );
  });

  it('is the subscribed plan, in cycles of its billing period', () => {
    const entitled = entitlementsOf(factsOf({ subscriptions: [held()] }), NOW);
    assert.deepEqual(
      [entitled.plan.name, entitled.source, entitled.cycle],
      ['Pro', 'subscription', MARCH],
    );
  });

  it('counts tokens by the month where a year is paid', () => {
    const year = { start: at('2025-11-30T09:00:00Z'), end: at('2026-11-30T09:00:00Z') };
    const { cycle } = entitlementsOf(factsOf({ subscriptions: [held({ period: year })] }), NOW);
    assert.deepEqual(cycle, { start: at('2026-02-28T09:00:00Z'), end: at('2026-03-30T09:00:00Z') });
  });

  const cases: [string, Partial<HeldSubscription>, string][] = [
    ['is on trial', { status: 'trialing' }, 'Pro'],
    ['was cancelled', { status: 'canceled', period: null }, 'Free'],
    ['is paused', { status: 'paused', period: null }, 'Free'],
    ['is of no plan of ours', { plan: null }, 'Free'],
    ['is to end later', { endsAt: MARCH.end, cancelRequested: 'period_end' }, 'Pro'],
    ['was to end before now', { endsAt: at('2026-03-15T11:59:59Z') }, 'Free'],
    ['was asked to end at once', { cancelRequested: 'now' }, 'Free'],
    ['had its money given back', { revoked: true }, 'Free'],
    [
      'ended over a chargeback that was won',
      { status: 'canceled', restoredUntil: MARCH.end },
      'Pro',
    ],
    [
      'ended over one that was won, and is over',
      { status: 'canceled', restoredUntil: NOW },
      'Free',
    ],
  ];
  for (const [what, changes, plan] of cases)
    it(`is ${plan} with a subscription that ${what}`, () => {
      assert.equal(planWith(held(changes)), plan);
    });

  it('is the better of two plans, and of a given one and a paid one', () => {
    const both = [held({ plan: 'Elite' }), held({ plan: 'Starter' })];
    assert.equal(entitlementsOf(factsOf({ subscriptions: both }), NOW).plan.name, 'Elite');
    const given = factsOf({ givenPlan: 'Elite', subscriptions: [held()] });
    assert.deepEqual(
      [entitlementsOf(given, NOW).plan.name, entitlementsOf(given, NOW).source],
      ['Elite', 'given'],
    );
  });

  it('is a plan that was given until a moment, up to that moment', () => {
    const until = at('2026-03-15T12:00:00.001Z');
    const given = factsOf({ givenPlan: 'Elite', givenUntil: until });
    assert.deepEqual(
      [entitlementsOf(given, NOW).plan.name, entitlementsOf(given, NOW).source],
      ['Elite', 'given'],
    );
    const over = entitlementsOf(given, until);
    assert.deepEqual([over.plan.name, over.source], ['Free', 'free']);
    const paid = { ...given, subscriptions: [held()] };
    assert.equal(entitlementsOf(paid, until).plan.name, 'Pro');
  });

  // @promise 1.10
  it('holds by a live subscription whatever became of an older one', () => {
    const subscriptions = [held({ status: 'canceled' }), held({ plan: 'Starter' })];
    assert.equal(entitlementsOf(factsOf({ subscriptions }), NOW).plan.name, 'Starter');
    const reversed = factsOf({ subscriptions: subscriptions.toReversed() });
    assert.equal(entitlementsOf(reversed, NOW).plan.name, 'Starter');
  });

  it('is the paid plan from the payment on, before its subscription is known', () => {
    const payments = [{ plan: 'Starter' as const, paidAt: at('2026-03-15T11:59:00Z') }];
    const { plan, source } = entitlementsOf(factsOf({ payments }), NOW);
    assert.deepEqual([plan.name, source], ['Starter', 'payment']);
  });
});

describe('a renewal that was not paid', () => {
  // @promise 1.11
  it('leaves the plan for seven days from when it was due, and says so', () => {
    const overdue = held({ status: 'past_due', changedAt: at('2026-03-10T09:00:05Z') });
    const until = new Date(MARCH.start.getTime() + GRACE_DAYS * 86_400_000);
    const entitled = entitlementsOf(factsOf({ subscriptions: [overdue] }), NOW);
    assert.deepEqual(entitled.overdue, { since: MARCH.start, until });
    assert.equal(planWith(overdue, new Date(until.getTime() - 1)), 'Pro');
    assert.equal(planWith(overdue, until), 'Free');
  });

  it('counts from the same moment where the provider still names the period before', () => {
    const overdue = held({
      status: 'past_due',
      period: FEBRUARY,
      changedAt: at('2026-03-12T10:00:00Z'),
    });
    const { overdue: said } = entitlementsOf(factsOf({ subscriptions: [overdue] }), NOW);
    assert.deepEqual(said?.since, MARCH.start);
  });

  // @promise 1.11
  it('and no news at all end the plan as late, and not sooner', () => {
    const silent = held({ period: FEBRUARY });
    assert.equal(planWith(silent, at('2026-03-17T08:59:59Z')), 'Pro');
    assert.equal(planWith(silent, at('2026-03-17T09:00:00Z')), 'Free');
  });
});

it('never gives more than the best plan among the facts, nor less than the given one', () => {
  const plans = ['Free', 'Starter', 'Pro', 'Elite'] as const;
  const subscription = fc
    .record({
      plan: fc.constantFrom(null, 'Starter' as const, 'Pro' as const, 'Elite' as const),
      status: fc.constantFrom('trialing', 'active', 'past_due', 'paused', 'canceled' as const),
      cancelRequested: fc.constantFrom(null, 'now' as const, 'period_end' as const),
      revoked: fc.boolean(),
      period: fc.constantFrom(null, FEBRUARY, MARCH),
    })
    .map((changes) => held(changes as Partial<HeldSubscription>));
  fc.assert(
    fc.property(
      fc.constantFrom(...plans),
      fc.array(subscription, { maxLength: 4 }),
      (givenPlan, subscriptions) => {
        const { plan } = entitlementsOf(factsOf({ givenPlan, subscriptions }), NOW);
        const best = [givenPlan, ...subscriptions.map((each) => each.plan ?? 'Free')];
        assert.ok(plan.id <= Math.max(...best.map((name) => plans.indexOf(name) + 1)));
        assert.ok(plan.id >= plans.indexOf(givenPlan) + 1);
      },
    ),
  );
});

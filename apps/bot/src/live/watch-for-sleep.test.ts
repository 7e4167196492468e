import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Instant, instantFromIso } from '@quorate/values/instant';
import { createHeartbeats } from '../service/heartbeat.ts';
import type { Timers } from '../timers.ts';
import { watchForSleep } from './live-service.ts';

/** Timers whose clock a test moves; what is due runs when it says so. */
function standingTimers() {
  let now: number = instantFromIso('2026-03-02T10:00:00Z');
  let due: (() => void) | null = null;
  const timers: Timers = {
    now: () => now as Instant,
    after(_ms, run) {
      due = run;
      return () => {
        due = null;
      };
    },
  };
  const tickAfter = (ms: number) => {
    now += ms;
    due?.();
  };
  return { timers, tickAfter, isRunning: () => due !== null };
}

describe('a computer that slept', () => {
  it('is noticed at its first tick, and one that is merely busy is not', () => {
    const { timers, tickAfter, isRunning } = standingTimers();
    let resumed = 0;
    const stop = watchForSleep(timers, () => {
      resumed += 1;
    });
    for (const ms of [1_000, 1_100, 5_900, 1_000]) tickAfter(ms);
    assert.equal(resumed, 0);
    tickAfter(3_600_000);
    assert.equal(resumed, 1);
    tickAfter(1_000);
    tickAfter(-3_600_000);
    assert.equal(resumed, 1, 'a clock that was put back is no sleep');
    stop();
    assert.equal(isRunning(), false);
  });

  it('sends a heartbeat at once, whether an answer was held or the next try was to wait', async () => {
    const { heartbeats, sent, failOne, paused } = heldHeartbeats();
    heartbeats.start();
    await sent(1);
    heartbeats.wake();
    await sent(2);
    failOne();
    await paused();
    heartbeats.wake();
    await sent(3);
    const ended = heartbeats.end();
    await sent(4);
    failOne();
    await ended;
  });
});

type Deps = Parameters<typeof createHeartbeats>[0];
type Outcome = Awaited<ReturnType<Deps['session']['callOnce']>>;

const GIVEN_UP: Outcome = {
  kind: 'unreachable',
  reason: 'given up',
  retryAfterMs: null,
  elsewhere: false,
};

/** Heartbeats whose service holds every answer until it is told that the network is away. */
function heldHeartbeats() {
  let count = 0;
  let pauses = 0;
  let release = (_outcome: Outcome): void => {};
  const facts = new Map<string, string>();
  const until = async (met: () => boolean) => {
    while (!met()) await setImmediate();
  };
  const owner: Pick<
    Deps['owner'],
    'acknowledged' | 'received' | 'entriesOff' | 'markTold' | 'take'
  > = {
    acknowledged: () => [],
    received: () => [],
    entriesOff: () => false,
    markTold() {},
    take() {},
  };
  const heartbeats = createHeartbeats({
    session: {
      callOnce(_endpoint, _input, options) {
        count += 1;
        const { promise, resolve } = Promise.withResolvers<Outcome>();
        release = resolve;
        options?.signal?.addEventListener('abort', () => resolve(GIVEN_UP));
        return promise;
      },
    } as Deps['session'],
    journal: {
      fact: (name: string) => facts.get(name) ?? null,
      setFact: (name: string, value: string) => void facts.set(name, value),
    },
    owner: owner as Deps['owner'],
    clock: { now: () => instantFromIso('2026-03-02T10:00:00Z') },
    sleep(_ms, signal) {
      pauses += 1;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
    random: () => 0,
    notify() {},
    account: { server: 'Demo', login: '1', account_type: 'demo', currency: 'USD' },
    runId: 'run',
    version: '0.1.0',
    status: () => ({ equity: null, balance: null, openPositions: 0 }),
  });
  return {
    heartbeats,
    sent: (wanted: number) => until(() => count >= wanted),
    failOne: () => release(GIVEN_UP),
    paused: () => until(() => pauses > 0),
  };
}

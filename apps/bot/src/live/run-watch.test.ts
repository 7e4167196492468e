import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Instant, instant } from '@quorate/values/instant';
import { currencyOf, money } from '@quorate/values/money';
import type { LinkState } from '../mt5/bridge/terminal-link.ts';
import type { Session } from '../service/session.ts';
import { createRunWatch } from './run-watch.ts';
import { createServerClock } from './server-clock.ts';

const ZERO = money(0, currencyOf('USD'));

function bench(timeframe: 'M1' | 'H4' | 'D1', now: Instant) {
  let moment = now;
  let state: LinkState = { kind: 'waiting', reason: null };
  const said: string[] = [];
  const due = new Set<Readonly<{ at: number; run: () => void }>>();
  const watch = createRunWatch({
    link: { onEvent: () => () => {}, state: () => state },
    run: {
      serverClock: createServerClock({ fact: () => null, setFact() {}, notify() {} }),
      terminal: {
        onReady: () => () => {},
        onWrong: () => () => {},
        isReady: () => false,
      } as never,
    },
    timers: {
      now: () => moment,
      after(ms, run) {
        const timer = { at: moment + ms, run };
        due.add(timer);
        return () => void due.delete(timer);
      },
    },
    timeframe,
    notify: (line) => void said.push(line),
  });
  return {
    watch,
    said,
    at: (next: Instant): void => {
      moment = next;
      for (const timer of due) {
        if (timer.at > next) continue;
        due.delete(timer);
        timer.run();
      }
    },
    turnAway: (reason: string): void => {
      state = { kind: 'waiting', reason };
    },
  };
}

const iso = (moment: Instant) => new Date(moment).toISOString();
const at = (...parts: [number, number, number, number, number]) => instant(Date.UTC(...parts));

test('the next bar closes on the clock of the server', () => {
  const noon = at(2026, 10, 18, 12, 10);
  assert.equal(iso(bench('M1', noon).watch.nextBarAt('EURUSD')), '2026-11-18T12:11:00.000Z');
  // The server's midnight is 22:00 UTC in winter: its bars of four hours end at 14, 18, 22.
  assert.equal(iso(bench('H4', noon).watch.nextBarAt('EURUSD')), '2026-11-18T14:00:00.000Z');
  assert.equal(iso(bench('D1', noon).watch.nextBarAt('EURUSD')), '2026-11-18T22:00:00.000Z');
});

test('on a weekend the next bar is that of Monday, but for what trades then, too', () => {
  const sunday = at(2026, 10, 22, 7, 0);
  const { watch } = bench('H4', sunday);
  assert.equal(iso(watch.nextBarAt('EURUSD')), '2026-11-23T02:00:00.000Z');
  const bar = { timeframe: 'H4', index: 1, balance: ZERO, equity: ZERO } as const;
  watch.hear({ kind: 'bar', symbol: 'BTCUSD', asOf: at(2026, 10, 22, 6, 0), ...bar });
  assert.equal(iso(watch.nextBarAt('BTCUSD')), '2026-11-22T10:00:00.000Z');
});

test('problems are told until they are over', () => {
  const now = at(2026, 10, 18, 12, 0);
  const bar = { symbol: 'EURUSD', asOf: now };
  const { watch, at: move, turnAway } = bench('M1', now);
  turnAway('it is signed in to account 99999999');
  watch.hear({
    kind: 'limit',
    ...bar,
    notice: {
      code: 'daily_loss',
      limit: 5,
      actual: 5.2,
      until: at(2026, 10, 18, 22, 0),
      message: "The day's loss reached 5.2%.",
    },
  });
  assert.deepEqual(watch.problems(), [
    'it is signed in to account 99999999',
    "The day's loss reached 5.2%.",
  ]);
  move(at(2026, 10, 18, 22, 0));
  assert.deepEqual(watch.problems(), ['it is signed in to account 99999999']);
});

test('the service counts as seen where it answered, a refusal included', async () => {
  const now = at(2026, 10, 18, 12, 0);
  const { watch, at: move } = bench('M1', now);
  assert.equal(watch.serviceSeenAt(), null);
  let outcome: unknown = { kind: 'gave-up', reason: 'away' };
  const session = watch.watching({ call: async () => outcome } as unknown as Session);
  assert.equal(watch.isServiceThere(), true);
  move(at(2026, 10, 18, 12, 5));
  await session.call({} as never, {} as never);
  assert.equal(watch.isServiceThere(), false);
  assert.equal(watch.serviceSeenAt(), now);
  outcome = { kind: 'refused', code: 'token_limit_reached' };
  await session.call({} as never, {} as never);
  assert.equal(watch.isServiceThere(), true);
  assert.equal(watch.serviceSeenAt(), at(2026, 10, 18, 12, 5));
});

test('a service that is away for a minute is told once, and that it is back', async () => {
  const noon = at(2026, 10, 18, 12, 0);
  const { watch, at: move, said } = bench('M1', noon);
  const away: unknown = { kind: 'gave-up', reason: 'away' };
  let outcome = away;
  const session = watch.watching({ call: async () => outcome } as unknown as Session);
  const call = () => session.call({} as never, {} as never);
  await call();
  move(instant(noon + 59_000));
  await call();
  assert.deepEqual([watch.serviceAwaySince(), said], [null, []]);
  outcome = { kind: 'ok' };
  await call();
  move(instant(noon + 200_000));
  assert.deepEqual([watch.serviceAwaySince(), said], [null, []], 'it was not away for a minute');
  outcome = away;
  await call();
  move(instant(noon + 260_000));
  move(instant(noon + 380_000));
  assert.equal(watch.serviceAwaySince(), noon + 200_000);
  outcome = { kind: 'ok' };
  await call();
  assert.equal(watch.serviceAwaySince(), null);
  assert.match(
    said.join(),
    /^The service has not answered for 60 s\. .*,The service answers again, after 3 min\.$/,
  );
});

test('what came of the newest bar of each symbol is known, and of no older one', () => {
  const noon = at(2026, 10, 18, 12, 0);
  const { watch } = bench('M1', noon);
  const bar = { timeframe: 'M1', index: 1, balance: ZERO, equity: ZERO } as const;
  const later = instant(noon + 60_000);
  const leans = { up: 1, down: 0, analysts: 3 };
  watch.hear({ kind: 'bar', symbol: 'EURUSD', asOf: noon, ...bar });
  watch.hear({ kind: 'bar', symbol: 'GBPUSD', asOf: noon, ...bar });
  watch.hear({ kind: 'quiet', symbol: 'EURUSD', asOf: noon, leans, heldBy: null });
  watch.hear({ kind: 'bar', symbol: 'GBPUSD', asOf: later, ...bar });
  watch.hear({
    kind: 'unavailable',
    symbol: 'GBPUSD',
    asOf: noon,
    code: 'x',
    message: 'Too late.',
  });
  assert.deepEqual(watch.lastBars(), [
    { symbol: 'GBPUSD', asOf: later, outcome: { kind: 'reading' } },
    { symbol: 'EURUSD', asOf: noon, outcome: { kind: 'quiet', leans } },
  ]);
  const heldBy = { code: 'position_open', message: 'A position is open.' };
  watch.hear({ kind: 'quiet', symbol: 'GBPUSD', asOf: later, leans, heldBy });
  assert.deepEqual(watch.lastBars()[0]?.outcome, { kind: 'undecided', why: 'A position is open.' });
});

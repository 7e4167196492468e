import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceLimit } from '@quorate/trading/analysts/decision';
import { instant, instantFromIso } from '@quorate/values/instant';
import type { RecordedAnswer } from '../journal/run-journal.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { createPlanPause } from './plan-pause.ts';

const LAST_CLOSE = instantFromIso('2025-06-30T21:00:00Z');
const BAR = {
  symbol: 'EURUSD',
  asOf: instantFromIso('2025-03-03T10:00:00Z'),
  snapshotHash: 'a'.repeat(64),
};
const TOKENS: ServiceLimit = {
  code: 'token_limit_reached',
  limit: 300_000,
  actual: 299_000,
  until: instantFromIso('2026-12-01T00:00:00Z'),
  message: 'No tokens are left.',
};

function paused(open: { positions: number }, symbols = 1) {
  const kept: RecordedAnswer[] = [];
  const facts = new Map<string, string>();
  const stop = createStopSignal();
  const journal = {
    recorded: [],
    recordAnswer: (entry: RecordedAnswer) => void kept.push(entry),
    acknowledgedRevision: () => 0,
    acknowledge: () => undefined,
    fact: (name: string) => facts.get(name) ?? null,
    setFact: (name: string, value: string) => void facts.set(name, value),
    close: () => undefined,
  };
  const holdsPositions = () => open.positions > 0;
  const make = () =>
    createPlanPause({ journal, stop, holdsPositions, lastClose: LAST_CLOSE, symbols });
  return { pause: make(), make, kept, stop };
}

describe('a plan limit that outlasts the candles', () => {
  it('ends the run at once when nothing is open, and leaves the bar to be asked again', () => {
    const { pause, kept, stop } = paused({ positions: 0 });
    assert.deepEqual(pause.begin(BAR, TOKENS), { kind: 'limit', ...TOKENS, until: null });
    assert.deepEqual(stop.reason(), { kind: 'plan-limit' });
    pause.close(BAR.asOf);
    assert.deepEqual(kept, []);
    assert.deepEqual(pause.standing(), TOKENS);
  });

  it('waits for what is open, then ends, and lets the next run ask from the bar after that', () => {
    const open = { positions: 1 };
    const { pause, kept, stop } = paused(open);
    pause.begin(BAR, TOKENS);
    pause.endIfFlat();
    assert.equal(stop.reason(), null);
    open.positions = 0;
    pause.endIfFlat();
    assert.deepEqual(stop.reason(), { kind: 'plan-limit' });
    const flatAt = instantFromIso('2025-03-04T15:00:00Z');
    pause.close(flatAt);
    assert.deepEqual(
      kept.map(({ asOf, answer }) => [asOf, answer.kind === 'limit' && answer.until]),
      [
        [BAR.asOf, null],
        [BAR.asOf, instant(flatAt + 1)],
      ],
    );
  });

  it('is taken up after a crash with the figures the service gave', () => {
    const { pause, make } = paused({ positions: 1 });
    const answer = pause.begin(BAR, TOKENS);
    assert.ok(answer.kind === 'limit');
    const again = make();
    again.resume(BAR, answer);
    assert.deepEqual(again.standing(), TOKENS);
  });

  it('is no standing limit once it was closed', () => {
    const { make } = paused({ positions: 1 });
    const again = make();
    again.resume(BAR, { ...TOKENS, until: instant(BAR.asOf + 1) });
    assert.equal(again.standing(), null);
  });

  it('is told from a limit that ends within the candles', () => {
    const { pause } = paused({ positions: 0 });
    const within = instantFromIso('2025-03-04T22:00:00Z');
    assert.equal(
      pause.endsRun({ ...TOKENS, code: 'daily_trade_limit_reached', until: within }),
      false,
    );
    assert.equal(pause.endsRun({ ...TOKENS, code: 'symbol_limit_reached', until: within }), false);
    assert.equal(pause.endsRun({ ...TOKENS, code: 'symbol_limit_reached' }), true);
    assert.equal(pause.endsRun({ ...TOKENS, code: 'symbol_limit_reached', until: null }), true);
    const account = { ...TOKENS, code: 'terminal_account_limit_reached' } as const;
    assert.equal(pause.endsRun({ ...account, until: within }), false);
    assert.equal(pause.endsRun(account), true);
    assert.equal(pause.endsRun({ ...TOKENS, until: within }), true);
  });

  it('stops one of several symbols alone, and lets the next run ask for it again', () => {
    const limit: ServiceLimit = { ...TOKENS, code: 'symbol_limit_reached' };
    const { pause, make, kept, stop } = paused({ positions: 0 }, 3);
    assert.deepEqual(pause.begin(BAR, limit), { kind: 'limit', ...limit, until: null });
    assert.equal(stop.reason(), null);
    assert.equal(pause.standing(), null);
    const again = make();
    again.resume(BAR, { ...limit, until: null });
    assert.equal(again.standing(), null);
    const end = instantFromIso('2025-03-04T15:00:00Z');
    again.close(end);
    again.close(end);
    assert.deepEqual(
      kept.map(({ symbol, answer }) => [symbol, answer.kind === 'limit' && answer.until]),
      [
        ['EURUSD', null],
        ['EURUSD', instant(end + 1)],
      ],
    );
  });

  it('ends the run when it stops the last of several symbols, and is asked about again', () => {
    const limit: ServiceLimit = { ...TOKENS, code: 'symbol_limit_reached' };
    const gold = { ...BAR, symbol: 'XAUUSD' };
    const { pause, kept, stop } = paused({ positions: 0 }, 2);
    pause.begin(BAR, limit);
    pause.begin(BAR, limit);
    assert.equal(stop.reason(), null);
    pause.begin(gold, limit);
    assert.deepEqual(stop.reason(), { kind: 'plan-limit' });
    assert.deepEqual(pause.standing(), limit);
    pause.close(BAR.asOf);
    const last = kept.at(-1)?.answer;
    assert.equal(last?.kind === 'limit' && last.until, instant(BAR.asOf + 1));
    assert.ok(kept.every(({ symbol }) => symbol === 'EURUSD'));
  });

  it('waits, taken up after a crash, for what the last of several symbols holds', () => {
    const limit: ServiceLimit = { ...TOKENS, code: 'symbol_limit_reached' };
    const open = { positions: 1 };
    const { pause, make, stop } = paused(open, 2);
    pause.begin(BAR, limit);
    pause.begin({ ...BAR, symbol: 'XAUUSD' }, limit);
    const again = make();
    again.resume(BAR, { ...limit, until: null });
    assert.equal(again.standing(), null);
    again.resume({ ...BAR, symbol: 'XAUUSD' }, { ...limit, until: null });
    assert.deepEqual(again.standing(), limit);
    open.positions = 0;
    again.endIfFlat();
    assert.deepEqual(stop.reason(), { kind: 'plan-limit' });
  });
});

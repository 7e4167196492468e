import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isCodeOutOfReach, onServiceBack } from '../../lib/service-back.ts';
import { signInAs } from '../../testing/builders.ts';
import { followLive } from './live-connection.ts';

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  signInAs();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A service whose streams each end after so many milliseconds. @returns when it was asked */
function endsAfter(ms: number): number[] {
  const asked: number[] = [];
  vi.stubGlobal('fetch', async () => {
    asked.push(performance.now());
    const body = new ReadableStream({
      start: (stream) => void setTimeout(() => stream.close(), ms),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return asked;
}

test('a line that lets no stream through is asked ever less often', async () => {
  const asked = endsAfter(5);
  stop = followLive({ onState: () => {}, onChange: () => {} });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThan(22);
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(Math.max(...waits.slice(-2))).toBeGreaterThan(9_000);
});

test('a stream that was there for a while is made again at once', async () => {
  const asked = endsAfter(15_000);
  stop = followLive({ onState: () => {}, onChange: () => {} });
  await vi.advanceTimersByTimeAsync(120_000);
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(waits.length).toBeGreaterThan(5);
  expect(Math.max(...waits)).toBeLessThan(15_600);
});

test('what failed is told whenever the service is reached again', async () => {
  endsAfter(15_000);
  const again = vi.fn();
  const forget = onServiceBack(again);
  stop = followLive({ onState: () => {}, onChange: () => {} });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(again).toHaveBeenCalledTimes(2);
  forget();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(again).toHaveBeenCalledTimes(2);
});

test('a service that refuses streams is no service that is away, and one that cannot be reached is', async () => {
  const fetching = vi.fn(async () => new Response('full', { status: 503 }));
  vi.stubGlobal('fetch', fetching);
  stop = followLive({ onState: () => {}, onChange: () => {} });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isCodeOutOfReach()).toBe(false);
  fetching.mockRejectedValue(new TypeError('refused'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isCodeOutOfReach()).toBe(true);
  fetching.mockResolvedValue(new Response('', { status: 502 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isCodeOutOfReach()).toBe(true);
  stop();
  expect(isCodeOutOfReach()).toBe(false);
});

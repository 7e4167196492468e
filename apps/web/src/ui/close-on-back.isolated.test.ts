import { closeOnBack } from '@quorate/ui/close-on-back';
import { listenForSteps } from '@quorate/ui/history-steps';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

// As the site's entry does, before its router.
listenForSteps();

/** What a router would hear of. */
const heard = vi.fn();
beforeEach(() => {
  heard.mockClear();
  window.history.replaceState({ idx: 0, key: 'page' }, '', '/dashboard');
  window.addEventListener('popstate', heard);
});
afterEach(() => window.removeEventListener('popstate', heard));

async function goBack() {
  window.history.back();
  await settled();
}

test('Back closes what is open, the newest first, and the router hears nothing of it', async () => {
  const closed: string[] = [];
  const stops = ['menu', 'dialog'].map((name) => {
    const stop = closeOnBack(() => {
      closed.push(name);
      stop();
    });
    return stop;
  });
  expect(stops).toHaveLength(2);
  await goBack();
  expect(closed).toEqual(['dialog']);
  await goBack();
  expect(closed).toEqual(['dialog', 'menu']);
  expect(window.history.state).toEqual({ idx: 0, key: 'page' });
  expect(heard).not.toHaveBeenCalled();
});

test('what is closed in another way leaves no entry behind', async () => {
  const outer = closeOnBack(() => undefined);
  const inner = closeOnBack(() => undefined);
  inner();
  outer();
  await settled();
  await settled();
  expect(window.history.state).toEqual({ idx: 0, key: 'page' });
  expect(heard).not.toHaveBeenCalled();
});

test('a step of its own that never comes holds nothing up for good', async () => {
  const first = closeOnBack(() => undefined);
  vi.useFakeTimers();
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
  first();
  vi.advanceTimersByTime(1);
  expect(back).toHaveBeenCalledTimes(1);
  const second = closeOnBack(() => undefined);
  const before = window.history.state;
  vi.advanceTimersByTime(3_000);
  expect(window.history.state).not.toEqual(before);
  back.mockRestore();
  vi.useRealTimers();
  second();
  await settled();
  await goBack();
  expect(window.history.state).toEqual({ idx: 0, key: 'page' });
});

test('what stays open, as while it is busy, is asked again by the next Back', async () => {
  const close = vi.fn();
  const stop = closeOnBack(close);
  await goBack();
  await goBack();
  expect(close).toHaveBeenCalledTimes(2);
  expect(window.location.pathname).toBe('/dashboard');
  stop();
  await settled();
});

test('what leads to another page leaves the reader there, and the ways back and forward skip it', async () => {
  const stop = closeOnBack(() => undefined);
  stop();
  window.history.pushState({ idx: 1, key: 'next' }, '', '/guide');
  await settled();
  expect(window.location.pathname).toBe('/guide');
  await goBack();
  await settled();
  expect(window.history.state).toEqual({ idx: 0, key: 'page' });
  expect(heard).toHaveBeenCalledOnce();
  window.history.forward();
  await settled();
  await settled();
  expect(window.location.pathname).toBe('/guide');
});

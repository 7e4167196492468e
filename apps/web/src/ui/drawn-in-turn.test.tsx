import { act, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnInTurn } from './drawn-in-turn.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const page = (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <DrawnInTurn>far below</DrawnInTurn>
  </Activity>
);
const isAllDrawn = () => screen.getByText('far below').hasAttribute('data-all-drawn');
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('what is far is drawn a moment after what is near, each time a kept tab is opened', async () => {
  const { rerender } = render(page('visible'));
  expect(isAllDrawn()).toBe(false);
  await wait(600);
  expect(isAllDrawn()).toBe(true);
  rerender(page('hidden'));
  await wait(0);
  expect(isAllDrawn()).toBe(false);
  rerender(page('visible'));
  expect(isAllDrawn()).toBe(false);
  await wait(600);
  expect(isAllDrawn()).toBe(true);
});

test('a tab that is left at once is not drawn for nobody', async () => {
  const { rerender } = render(page('visible'));
  await wait(100);
  rerender(page('hidden'));
  await wait(1_000);
  expect(isAllDrawn()).toBe(false);
});

import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DecisionDemo } from './decision-demo.tsx';
import { RECORDED_DECISION } from './recorded-decision.ts';
import { RECORDED_REPLAY } from './recorded-replay.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <MemoryRouter>
      <DecisionDemo onClose={() => undefined} />
    </MemoryRouter>,
  );
});
afterEach(() => void vi.useRealTimers());

const shown = () => screen.getByRole('heading', { level: 3 }).textContent;
const open = (step: string) =>
  fireEvent.click(within(screen.getByRole('list', { name: 'Steps' })).getByText(step));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function wait(seconds: number): void {
  act(() => {
    vi.advanceTimersByTime(seconds * 1_000);
  });
}

describe('a step of the recorded decision', () => {
  test('says at all of them that it is recorded and simulated, on a made-up market', () => {
    for (const step of ['Snapshot', 'Votes', 'Verdict', 'Order', 'Outcome']) {
      open(step);
      expect(shown()).toBe(step);
      expect(screen.getByText('Recorded, simulated')).toBeTruthy();
      expect(screen.getByText(/paper bot, built-in analysts, made-up market/)).toBeTruthy();
    }
  });

  test('Snapshot draws the bars and names indicators with their figures', () => {
    expect(
      screen.getByRole('img', { name: 'The 30 closed bars before the decision' }),
    ).toBeTruthy();
    expect(screen.getByText(String(RECORDED_REPLAY.indicators.rsi14))).toBeTruthy();
  });

  test('Votes lets them arrive one after the other, and has them all there to be read out', () => {
    open('Votes');
    const rows = RECORDED_DECISION.votes.map(({ reason }) =>
      screen.getByText(reason).closest('li'),
    );
    expect(rows.map((row) => row?.style.animationDelay)).toEqual(['0ms', '700ms', '1400ms']);
    for (const row of rows) {
      expect(row?.className).toContain('animate-arrive');
      expect(row?.className).toContain('motion-reduce:animate-none');
    }
  });

  test('Verdict shows who agrees, and every rule with its figure and its limit', () => {
    open('Verdict');
    expect(screen.getByText(/^2 of 3 agree · 52% for a rise$/)).toBeTruthy();
    const rules = [...screen.getByRole('dialog').querySelectorAll('dl > div')];
    expect(rules.map((rule) => rule.textContent)).toEqual([
      'Voters3 (≥ 3)',
      'Directionyes',
      'Independent voices1.33 (≥ 1.3)',
      'Expected R0.059 (≥ 0)',
    ]);
    expect(screen.getAllByRole('img', { name: 'passed' })).toHaveLength(rules.length);
  });

  test('Order shows the lots and the three prices in the picture of the bars', () => {
    open('Order');
    const { volume, price, stop_loss, take_profit } = RECORDED_DECISION.trade;
    expect(screen.getByText(`Buy ${volume} lots at ${price}`)).toBeTruthy();
    const picture = screen.getByRole('img', { name: /^The newest bars with the order's prices/ });
    expect(picture.getAttribute('aria-label')).toContain(
      `target ${take_profit}, entry ${price}, stop ${stop_loss}`,
    );
    expect(picture.querySelectorAll('.animate-arrive')).toHaveLength(0);
  });

  test('Outcome draws the bars that followed, one by one, and tells how many trades lost', () => {
    open('Outcome');
    const { later, run } = RECORDED_REPLAY;
    const picture = screen.getByRole('img', { name: /reaches the target$/ });
    expect(picture.querySelectorAll('.animate-arrive')).toHaveLength(later.length);
    expect(screen.getByText(/^Target reached, \+\$\d+\.\d\d$/)).toBeTruthy();
    expect(screen.getByText(/^Chosen because it shows every step/).textContent).toContain(
      `of the ${run.trades} trades of its run ${run.at_target} closed at their target and ${run.at_stop} at their stop`,
    );
    expect(screen.getByText(/no result is promised/)).toBeTruthy();
  });
});

describe('the way through the steps', () => {
  test('goes back and forth with the arrow keys, and not past the ends', () => {
    const key = (name: string, more = {}) =>
      fireEvent.keyDown(document.body, { key: name, ...more });
    key('ArrowLeft');
    expect(shown()).toBe('Snapshot');
    key('ArrowRight');
    key('ArrowRight');
    expect(shown()).toBe('Verdict');
    key('ArrowLeft');
    expect(shown()).toBe('Votes');
    key('ArrowRight', { altKey: true });
    expect(shown()).toBe('Votes');
    for (let presses = 0; presses < 6; presses += 1) key('ArrowRight');
    expect(shown()).toBe('Outcome');
  });

  test('stays where it is until somebody moves it', () => {
    wait(600);
    expect(shown()).toBe('Snapshot');
  });

  // @spec 2.24
  test('plays to the end when asked to, rests there, and plays again', () => {
    press('Play');
    const seen = [shown()];
    for (let seconds = 0; seconds < 60; seconds += 1) {
      wait(1);
      if (seen.at(-1) !== shown()) seen.push(shown());
    }
    expect(seen).toEqual(['Snapshot', 'Votes', 'Verdict', 'Order', 'Outcome']);
    press('Replay');
    expect(shown()).toBe('Snapshot');
    wait(7);
    expect(shown()).toBe('Votes');
  });

  test('pauses, and whoever takes a step has it from then on', () => {
    press('Play');
    press('Pause');
    wait(60);
    expect(shown()).toBe('Snapshot');
    press('Play');
    press('Next');
    expect(shown()).toBe('Votes');
    wait(60);
    expect(shown()).toBe('Votes');
  });
});

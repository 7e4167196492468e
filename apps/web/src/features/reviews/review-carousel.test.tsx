import type { Review } from '@quorate/contract/reviews';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { setMedia } from '../../testing/browser.ts';
import { buildReview } from '../../testing/builders.ts';
import { serve } from '../../testing/handlers.ts';
import { ReviewsSection } from './reviews-section.tsx';

function listed(reviews: Review[]) {
  return {
    body: {
      success: true,
      reviews,
      pagination: { page: 1, per_page: 50, total: reviews.length, total_pages: 1 },
    },
  };
}

function numbered(count: number): Review[] {
  return Array.from({ length: count }, (_, index) =>
    buildReview({ comment: `Comment number ${index + 1}` }),
  );
}

function shownNumbers(): number[] {
  return screen
    .queryAllByText(/^Comment number \d+$/)
    .map((element) => Number(element.textContent?.replace('Comment number ', '')));
}

async function showReviews(count: number) {
  serve({ 'GET /api/reviews': listed(numbered(count)) });
  render(<ReviewsSection />);
  await screen.findByText('Comment number 1');
}

/** The carousel's timer only: user events and answers keep their own time. */
function fakeTimer() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

async function pass(milliseconds: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
}

describe('the carousel', () => {
  // @spec 2.29, 9.18
  test('shows three reviews in a view', async () => {
    await showReviews(5);
    expect(shownNumbers()).toEqual([1, 2, 3]);
  });

  test('shows two on a tablet', async () => {
    setMedia('(min-width: 64rem)', false);
    await showReviews(5);
    expect(shownNumbers()).toEqual([1, 2]);
  });

  test('shows one on a phone', async () => {
    setMedia('(min-width: 64rem)', false);
    setMedia('(min-width: 48rem)', false);
    await showReviews(5);
    expect(shownNumbers()).toEqual([1]);
  });

  // @spec 2.30, 9.18
  test('advances every 5 seconds, never shows a gap, and begins again', async () => {
    fakeTimer();
    await showReviews(5);
    await pass(4_999);
    expect(shownNumbers()).toEqual([1, 2, 3]);
    await pass(1);
    expect(shownNumbers()).toEqual([3, 4, 5]);
    await pass(5_000);
    expect(shownNumbers()).toEqual([1, 2, 3]);
  });

  // @spec 2.30
  test('advances with four reviews', async () => {
    fakeTimer();
    await showReviews(4);
    await pass(5_000);
    expect(shownNumbers()).toEqual([2, 3, 4]);
  });

  // @spec 2.30
  test('stands still with three, and offers no way to others', async () => {
    fakeTimer();
    await showReviews(3);
    await pass(60_000);
    expect(shownNumbers()).toEqual([1, 2, 3]);
    expect(screen.queryByRole('button', { name: 'Next reviews' })).toBeNull();
  });

  test('stands still with three on a phone, where one can still turn to the next', async () => {
    fakeTimer();
    setMedia('(min-width: 64rem)', false);
    setMedia('(min-width: 48rem)', false);
    await showReviews(3);
    await pass(60_000);
    expect(shownNumbers()).toEqual([1]);
    fireEvent.click(screen.getByRole('button', { name: 'Next reviews' }));
    expect(shownNumbers()).toEqual([2]);
  });

  test('waits while the pointer is over it', async () => {
    fakeTimer();
    await showReviews(5);
    const carousel = screen.getByRole('region', { name: 'Reviews' });
    fireEvent.mouseEnter(carousel);
    await pass(20_000);
    expect(shownNumbers()).toEqual([1, 2, 3]);
    fireEvent.mouseLeave(carousel);
    await pass(5_000);
    expect(shownNumbers()).toEqual([3, 4, 5]);
  });

  test('waits while focus is in it', async () => {
    fakeTimer();
    await showReviews(5);
    act(() => screen.getByRole('button', { name: 'Next reviews' }).focus());
    await pass(20_000);
    expect(shownNumbers()).toEqual([1, 2, 3]);
    act(() => screen.getByRole('button', { name: 'Next reviews' }).blur());
    await pass(5_000);
    expect(shownNumbers()).toEqual([3, 4, 5]);
  });

  test('stands still for whoever asks for less motion', async () => {
    fakeTimer();
    setMedia('(prefers-reduced-motion: reduce)', true);
    await showReviews(5);
    await pass(60_000);
    expect(shownNumbers()).toEqual([1, 2, 3]);
    expect(screen.queryByRole('button', { name: 'Pause reviews' })).toBeNull();
  });

  test('can be paused', async () => {
    fakeTimer();
    await showReviews(5);
    fireEvent.click(screen.getByRole('button', { name: 'Pause reviews' }));
    await pass(20_000);
    expect(shownNumbers()).toEqual([1, 2, 3]);
    fireEvent.click(screen.getByRole('button', { name: 'Play reviews' }));
    await pass(5_000);
    expect(shownNumbers()).toEqual([3, 4, 5]);
  });

  test('follows the arrow keys, round both ends', async () => {
    await showReviews(5);
    const carousel = screen.getByRole('region', { name: 'Reviews' });
    fireEvent.keyDown(carousel, { key: 'ArrowRight' });
    expect(shownNumbers()).toEqual([3, 4, 5]);
    fireEvent.keyDown(carousel, { key: 'ArrowRight' });
    expect(shownNumbers()).toEqual([1, 2, 3]);
    fireEvent.keyDown(carousel, { key: 'ArrowLeft' });
    expect(shownNumbers()).toEqual([3, 4, 5]);
  });

  test.each([
    ['a swipe to the left turns on', { from: 200, to: 100, down: 0 }, [3, 4, 5]],
    ['a short touch does not', { from: 200, to: 180, down: 0 }, [1, 2, 3]],
    ['scrolling down does not', { from: 200, to: 150, down: 90 }, [1, 2, 3]],
  ])('%s', async (_, { from, to, down }, expected) => {
    await showReviews(5);
    const carousel = screen.getByRole('region', { name: 'Reviews' });
    fireEvent.touchStart(carousel, { touches: [{ clientX: from, clientY: 0 }] });
    fireEvent.touchEnd(carousel, { changedTouches: [{ clientX: to, clientY: down }] });
    expect(shownNumbers()).toEqual(expected);
  });

  test('shows the words of a review as text, whatever they are', async () => {
    serve({
      'GET /api/reviews': listed([
        buildReview({ comment: '<img src=x onerror=alert(1)>', user_name: '<b>me</b>' }),
      ]),
    });
    render(<ReviewsSection />);
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(screen.getByText('<b>me</b>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });
});

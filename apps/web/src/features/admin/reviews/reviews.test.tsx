import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildAdminReview, pageOf, REASON } from '../../../testing/admin.ts';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const LIST = 'GET /api/admin/reviews';

beforeEach(() => void signInAs({ role: 'admin' }));

const listed = (...reviews: ReturnType<typeof buildAdminReview>[]) => ({
  body: { success: true, reviews, pagination: pageOf(reviews.length) },
});

test('a review is hidden with a reason that its author is told', async () => {
  let review = buildAdminReview();
  const calls = serve({
    [LIST]: () => listed(review),
    [`POST /api/admin/reviews/${review.review_id}/hide`]: () => {
      review = { ...review, hidden_at: '2026-11-21T09:30:00.000Z', hidden_reason: REASON };
      return { body: { success: true, review } };
    },
  });
  await renderApp('/admin/reviews');
  await userEvent.click(await screen.findByRole('button', { name: 'Hide: review of amina' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hide the review of amina' });
  expect(within(dialog).getByText(/your reason word for word by mail/)).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Reason'), REASON);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hide' }));
  expect(await screen.findByText('The review of amina is off the site.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Show again: review of amina' })).toBeTruthy();
  const [sent] = calls.filter(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ reason: REASON });
});

test('one that was written again since it was hidden is marked, and can be shown again', async () => {
  const review = buildAdminReview({
    hidden_at: '2026-11-19T09:30:00.000Z',
    hidden_reason: REASON,
    rewritten: true,
  });
  serve({ [LIST]: listed(review) });
  await renderApp('/admin/reviews?shown=no');
  expect(await screen.findByText('Rewritten since')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show again: review of amina' }));
  expect(await screen.findByText(/as it is written now/)).toBeTruthy();
});

test('hostile words are shown as words', async () => {
  const comment = '<img src=x onerror=alert(1)>';
  serve({ [LIST]: listed(buildAdminReview({ comment })) });
  await renderApp('/admin/reviews');
  expect(await screen.findByText(comment)).toBeTruthy();
});

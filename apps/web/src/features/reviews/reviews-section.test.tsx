import type { OwnReview, Review } from '@quorate/contract/reviews';
import { i18n } from '@quorate/ui/i18n';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { clearSession } from '../../lib/session/session.ts';
import { buildReview, signInAs } from '../../testing/builders.ts';
import { refusal, serve, silence } from '../../testing/handlers.ts';
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

describe('the list', () => {
  test('holds the place while it loads', () => {
    serve({ 'GET /api/reviews': silence });
    render(<ReviewsSection />);
    expect(screen.getByText('Loading reviews')).toBeTruthy();
  });

  test('says that there are none yet', async () => {
    serve({ 'GET /api/reviews': listed([]) });
    render(<ReviewsSection />);
    expect(await screen.findByText('No reviews yet')).toBeTruthy();
  });

  test('says that it failed, and loads at Retry', async () => {
    let answer = refusal(503, 'service_unavailable', 'The service cannot answer right now.');
    serve({ 'GET /api/reviews': () => answer });
    render(<ReviewsSection />);
    expect(await screen.findByText('Failed to load reviews')).toBeTruthy();
    answer = listed([buildReview({ comment: 'Comment number 1' })]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Comment number 1')).toBeTruthy();
    expect(screen.queryByText('Failed to load reviews')).toBeNull();
  });
});

describe('writing a review', () => {
  const accepted = {
    body: { success: true, message: 'Review submitted successfully', review: buildReview() },
  };

  async function openForm(
    answer: Parameters<typeof serve>[0][string] = accepted,
    own: OwnReview | null = null,
  ) {
    signInAs();
    const calls = serve({
      'GET /api/reviews': listed([]),
      'GET /api/reviews/mine': { body: { success: true, review: own } },
      'POST /api/reviews': answer,
    });
    render(<ReviewsSection />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Write a Review' }));
    await screen.findByRole('form', { name: 'Your review' });
    return { user, posts: () => calls.filter(({ method }) => method === 'POST') };
  }

  const form = () => screen.queryByRole('form', { name: 'Your review' });
  const comment = () => screen.getByRole('textbox', { name: 'Comment' });
  const submit = () => screen.getByRole('button', { name: 'Submit Review' });
  const star = (name: string) => screen.getByRole('radio', { name });

  // @spec 2.31, 4.8
  test('is offered only with a token', async () => {
    serve({ 'GET /api/reviews': listed([]) });
    render(<ReviewsSection />);
    await screen.findByText('No reviews yet');
    expect(screen.queryByRole('button', { name: 'Write a Review' })).toBeNull();
    act(() => void signInAs());
    expect(screen.getByRole('button', { name: 'Write a Review' })).toBeTruthy();
  });

  // @spec 2.32, 5.3
  test('begins with five stars and no words', async () => {
    await openForm();
    expect(star('5 stars')).toHaveProperty('checked', true);
    expect(comment()).toHaveProperty('value', '');
  });

  test('says that one’s review was taken off the site, and why', async () => {
    const hidden = {
      ...buildReview(),
      hidden_at: '2026-11-20T09:30:00.000Z',
      hidden_reason: 'It advertises something else',
    };
    await openForm(accepted, hidden);
    const notice = await screen.findByText('Your review is off the site');
    expect(notice.closest('[role=status]')?.textContent).toContain('It advertises something else');
  });

  test('says nothing of a review that stands on the site', async () => {
    await openForm(accepted, { ...buildReview(), hidden_at: null, hidden_reason: null });
    expect(screen.queryByText('Your review is off the site')).toBeNull();
  });

  // @spec 2.32, 7.7
  test('takes stars from the keyboard', async () => {
    const { user, posts } = await openForm();
    act(() => star('5 stars').focus());
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(star('3 stars')).toHaveProperty('checked', true);
    await user.type(comment(), 'Fair, and honest about it.');
    await user.click(submit());
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toEqual({ rating: 3, comment: 'Fair, and honest about it.' });
  });

  // @spec 5.1, 5.2
  test.each([
    ['nothing', ''],
    ['nine characters', '123456789'],
    ['spaces around too little', '   12345   '],
  ])('sends no comment of %s, and says what is missing', async (_, words) => {
    const { user, posts } = await openForm();
    if (words !== '') await user.type(comment(), words);
    await user.click(submit());
    expect(screen.getByText('The comment needs at least 10 characters')).toBeTruthy();
    expect(comment().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(comment());
    expect(posts()).toEqual([]);
  });

  // @spec 2.33, 5.2
  test('sends a comment of exactly ten characters', async () => {
    const { user, posts } = await openForm();
    await user.type(comment(), '1234567890');
    await user.click(submit());
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toEqual({ rating: 5, comment: '1234567890' });
  });

  // @spec 4.10, 8.4
  test('hides the form on success, shows the service’s message and starts afresh next time', async () => {
    const { user } = await openForm();
    await user.click(star('2 stars'));
    await user.type(comment(), 'Good enough for me.');
    await user.click(submit());
    const message = await screen.findByRole('status');
    expect(message.textContent).toContain('Review submitted successfully');
    expect(message.className).toContain('gain');
    expect(form()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Write a Review' }));
    expect(star('5 stars')).toHaveProperty('checked', true);
    expect(comment()).toHaveProperty('value', '');
  });

  // @spec 8.4
  test('shows a message without the word success in red, though the review was taken', async () => {
    const { user } = await openForm({
      body: { success: true, message: 'Thank you', review: buildReview() },
    });
    await user.type(comment(), 'Good enough for me.');
    await user.click(submit());
    expect((await screen.findByText('Thank you')).closest('[role]')?.className).toContain('loss');
  });

  test('shows what it says of a review that was taken in green in another language, too', async () => {
    const said = 'Tu reseña está publicada.';
    const { user } = await openForm({
      body: { success: true, message: said, review: buildReview() },
    });
    i18n.loadAndActivate({ locale: 'es', messages: {} });
    try {
      await user.type(comment(), 'Good enough for me.');
      await user.click(submit());
      expect((await screen.findByText(said)).closest('[role]')?.className).toContain('gain');
    } finally {
      i18n.activate('en');
    }
  });

  test('loads the list again, so that the new review stands in it', async () => {
    signInAs();
    const reviews: Review[] = [];
    serve({
      'GET /api/reviews': () => listed(reviews),
      'GET /api/reviews/mine': { body: { success: true, review: null } },
      'POST /api/reviews': () => {
        reviews.push(buildReview({ comment: 'Good enough for me.' }));
        return accepted;
      },
    });
    render(<ReviewsSection />);
    await userEvent.click(await screen.findByRole('button', { name: 'Write a Review' }));
    await userEvent.type(comment(), 'Good enough for me.');
    await userEvent.click(submit());
    expect(await screen.findByText('Good enough for me.')).toBeTruthy();
  });

  // @spec 4.9
  test('is one call however often one clicks', async () => {
    const { user, posts } = await openForm(silence);
    await user.type(comment(), 'Good enough for me.');
    const element = form();
    if (!element) throw new Error('the form is not shown');
    fireEvent.submit(element);
    fireEvent.submit(element);
    await waitFor(() => expect(submit()).toHaveProperty('disabled', true));
    fireEvent.submit(element);
    expect(posts()).toHaveLength(1);
  });

  // @spec 7.8, 8.2
  test('shows the service’s error and keeps what was written', async () => {
    const { user } = await openForm({
      status: 400,
      body: { success: false, error: 'You have reached the limit of reviews.' },
    });
    await user.type(comment(), 'Good enough for me.');
    await user.click(submit());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('You have reached the limit of reviews.');
    expect(comment()).toHaveProperty('value', 'Good enough for me.');
  });

  // @spec 8.3
  test.each([
    ['cannot be reached', new TypeError('Failed to fetch')],
    ['gives no reason', { status: 500, body: 'oops' }],
  ])('says Failed to submit review when the service %s', async (_, answer) => {
    const { user } = await openForm(answer);
    await user.type(comment(), 'Good enough for me.');
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to submit review');
  });

  // @spec 2.33, 4.11
  test('ends with Cancel, which sends nothing and gives focus back', async () => {
    const { user, posts } = await openForm();
    await user.type(comment(), 'Good enough for me.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(form()).toBeNull();
    expect(posts()).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Write a Review');
  });

  // @spec 4.8
  test('ends with the session', async () => {
    await openForm();
    act(() => clearSession());
    expect(form()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Write a Review' })).toBeNull();
  });
});

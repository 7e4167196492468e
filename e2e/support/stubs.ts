import type { Page } from '@playwright/test';

/**
 * Stands in for the service's list of reviews: `count` of them, with the words "Comment number 1" and on.
 *
 * @param after when they are answered; at once by default
 */
export async function serveReviews(
  page: Page,
  count: number,
  after: Promise<void> = Promise.resolve(),
): Promise<void> {
  const reviews = Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    rating: (index % 5) + 1,
    comment: `Comment number ${index + 1}`,
    user_name: `reader${index + 1}`,
    created_at: '2026-03-02T10:00:00.000Z',
  }));
  const pagination = { page: 1, per_page: 50, total: count, total_pages: 1 };
  await page.route('**/api/reviews*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await after;
    return route.fulfill({ json: { success: true, reviews, pagination } });
  });
  // Whoever holds a made-up session has written none, and is not signed out over the question.
  await page.route('**/api/reviews/mine', (route) =>
    route.fulfill({ json: { success: true, review: null } }),
  );
}

/** A call that waits until it is told what to answer. */
export type HeldCall = {
  /** Every body that was sent, the oldest first. */
  bodies: unknown[];
  answer: (status: number, json: unknown) => void;
};

/** Holds every call of a method to an address back until `answer` is called; then all of them get that. */
export async function holdCall(page: Page, address: string, method = 'POST'): Promise<HeldCall> {
  const answered = Promise.withResolvers<{ status: number; json: unknown }>();
  const bodies: unknown[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    bodies.push(route.request().postDataJSON());
    return route.fulfill(await answered.promise);
  });
  return { bodies, answer: (status, json) => answered.resolve({ status, json }) };
}

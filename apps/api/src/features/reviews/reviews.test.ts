import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listReviews, writeReview } from '@quorate/contract/reviews';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

const REVIEW = { rating: 4, comment: 'Refuses more than it trades, and says why.' };

describe('reviews', () => {
  // @spec 6.6, 7.6
  it('can be read by anyone, and there are none at first', async (t) => {
    const service = await startTestService(t);
    const reply = await service.call(listReviews);
    assert.deepEqual(reply.reviews, []);
    assert.deepEqual(reply.pagination, { page: 1, per_page: 50, total: 0, total_pages: 0 });
  });

  // @spec 3.7, 6.9, 7.7, 10.38
  it('are written by signed-in users and shown with their names, newest first', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service, { username: 'amina' });
    const bilal = await signedInUser(service, { username: 'bilal' });
    const written = await service.call(writeReview, { body: REVIEW }, amina.token);
    assert.match(written.message, /success/);
    service.clock.advance(60_000);
    await service.call(
      writeReview,
      { body: { rating: 5, comment: 'Ten characters or more.' } },
      bilal.token,
    );

    const { reviews } = await service.call(listReviews);
    assert.deepEqual(
      reviews.map(({ user_name, rating, comment, created_at }) => ({
        user_name,
        rating,
        comment,
        created_at,
      })),
      [
        {
          user_name: 'bilal',
          rating: 5,
          comment: 'Ten characters or more.',
          created_at: '2026-03-02T10:01:00.000Z',
        },
        { user_name: 'amina', ...REVIEW, created_at: '2026-03-02T10:00:00.000Z' },
      ],
    );
  });

  // @spec 6.9, 7.8
  it('need a session', async (t) => {
    const service = await startTestService(t);
    const failure = await service.fail(writeReview, { body: REVIEW });
    assert.equal(failure.status, 401);
    assert.equal(failure.error, 'Please sign in.');
  });

  // @spec 3.7
  it('are one a user: writing again replaces the words and keeps the id', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const first = await service.call(writeReview, { body: REVIEW }, token);
    await Promise.all(
      Array.from({ length: 8 }, () =>
        service.call(writeReview, { body: { ...REVIEW, rating: 2 } }, token),
      ),
    );
    const { reviews, pagination } = await service.call(listReviews);
    assert.equal(pagination.total, 1);
    assert.equal(reviews[0]?.id, first.review.id);
    assert.equal(reviews[0]?.rating, 2);
  });

  // @spec 3.21
  it('are paged', async (t) => {
    const service = await startTestService(t);
    for (const name of ['one', 'two', 'three']) {
      const { token } = await signedInUser(service, { username: name });
      await service.call(writeReview, { body: REVIEW }, token);
    }
    const last = await service.call(listReviews, { query: { page: 2, per_page: 2 } });
    assert.equal(last.reviews.length, 1);
    assert.deepEqual(last.pagination, { page: 2, per_page: 2, total: 3, total_pages: 2 });
    assert.deepEqual((await service.call(listReviews, { query: { page: 9 } })).reviews, []);
  });

  const faults: [string, unknown, string][] = [
    ['a comment of nine characters', { rating: 5, comment: '123456789' }, 'comment'],
    ['a comment of spaces', { rating: 5, comment: ' '.repeat(40) }, 'comment'],
    ['a comment that is too long', { rating: 5, comment: 'x'.repeat(1_001) }, 'comment'],
    [
      'a character that cannot be stored',
      { rating: 5, comment: 'null \u0000 and void' },
      'comment',
    ],
    ['half a character', { rating: 5, comment: 'lone surrogate \ud800 here' }, 'comment'],
    ['no comment', { rating: 5 }, 'comment'],
    ['no stars', { rating: 0, comment: REVIEW.comment }, 'rating'],
    ['six stars', { rating: 6, comment: REVIEW.comment }, 'rating'],
    ['half a star', { rating: 4.5, comment: REVIEW.comment }, 'rating'],
    ['stars in words', { rating: 'five', comment: REVIEW.comment }, 'rating'],
  ];
  // @spec 5.1, 5.3, 10.25, 10.28
  it('refuse what breaks a rule, naming the field', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    for (const [what, body, field] of faults) {
      const failure = await service.fail(writeReview, { body }, token);
      assert.equal(failure.status, 400, what);
      assert.deepEqual(Object.keys(failure.fields ?? {}), [field], what);
      assert.equal(failure.error, failure.message, what);
    }
    assert.deepEqual((await service.call(listReviews)).reviews, []);
  });

  it('keep hostile words as words', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const comment = `<script>alert(1)</script> '; drop table reviews; --`;
    await service.call(writeReview, { body: { rating: 1, comment } }, token);
    assert.equal((await service.call(listReviews)).reviews[0]?.comment, comment);
  });
});

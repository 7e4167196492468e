import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { hideReview, listAdminReviews, showReview } from '@quorate/contract/admin-reviews';
import { exportMyData } from '@quorate/contract/my-data';
import { getMyReview, listReviews, writeReview } from '@quorate/contract/reviews';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { notedActions, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const WORDS = { rating: 1, comment: 'Buy my signals at a wonderful address.' };
const REASON = 'It advertises something else';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token } = await signedInOperator(service);
  const author = await signedInUser(service);
  const { review } = await service.call(writeReview, { body: WORDS }, author.token);
  const params = { review_id: review.id };
  const hide = (reason = REASON) => service.call(hideReview, { params, body: { reason } }, token);
  const show = (reason = 'Its author has written it again') =>
    service.call(showReview, { params, body: { reason } }, token);
  const list = (query: object = {}) => service.call(listAdminReviews, { query }, token);
  const onSite = async () => (await service.call(listReviews)).pagination.total;
  return { service, token, author, review, params, hide, show, list, onSite };
}

describe('a review that an operator hides', () => {
  it('is gone from the list and its count at once, and its author is told why', async (t) => {
    const { service, author, hide, list, onSite } = await start(t);
    assert.equal(await onSite(), 1);
    const { review } = await hide();
    assert.deepEqual([review.hidden_reason, review.rewritten], [REASON, false]);
    assert.equal(await onSite(), 0);
    assert.deepEqual((await service.call(listReviews)).reviews, []);
    const [mail] = await service.mailsTo(author.user.email);
    assert.equal(mail?.subject, 'Your review is off the site');
    assert.ok(mail?.text.includes(REASON));
    const own = await service.call(getMyReview, {}, author.token);
    assert.deepEqual([own.review?.comment, own.review?.hidden_reason], [WORDS.comment, REASON]);
    assert.equal((await list({ shown: 'no' })).pagination.total, 1);
    assert.equal((await list({ shown: 'yes' })).pagination.total, 0);
    const mine = await service.app.inject({
      url: exportMyData.path,
      headers: { authorization: `Bearer ${author.token}` },
    });
    assert.ok(mine.body.includes(REASON));
  });

  it('stays hidden when its author rewrites it, and can be shown after it was read', async (t) => {
    const { service, author, hide, show, list, onSite } = await start(t);
    await hide();
    service.clock.advance(60_000);
    const body = { rating: 4, comment: 'It does what it says, and says what it does.' };
    const written = await service.call(writeReview, { body }, author.token);
    assert.match(written.message, /stays off it until we have read/);
    assert.equal(await onSite(), 0);
    assert.equal((await list({ shown: 'no' })).reviews[0]?.rewritten, true);
    const { review } = await show();
    assert.deepEqual([review.hidden_at, review.hidden_reason], [null, null]);
    assert.equal((await service.call(listReviews)).reviews[0]?.comment, body.comment);
    const [mail] = await service.mailsTo(author.user.email);
    assert.equal(mail?.subject, 'Your review is on the site again');
  });

  it('is hidden once, however often and by how many it is asked', async (t) => {
    const { service, author, hide } = await start(t);
    await Promise.all(Array.from({ length: 20 }, (_, index) => hide(`${REASON}, reason ${index}`)));
    assert.equal((await notedActions(service, 'review_hidden')).length, 1);
    const mails = await service.mailsTo(author.user.email);
    assert.equal(mails.filter(({ subject }) => subject.includes('off the site')).length, 1);
  });

  it('needs a reason and a review, and its log names nobody', async (t) => {
    const { service, token, author, params, hide } = await start(t);
    const body = { reason: 'short' };
    assert.equal(
      (await service.fail(hideReview, { params, body }, token)).code,
      'validation_failed',
    );
    const nobodys = { review_id: author.user.id };
    const unknown = await service.fail(
      hideReview,
      { params: nobodys, body: { reason: REASON } },
      token,
    );
    assert.deepEqual([unknown.status, unknown.code], [404, 'record_unknown']);
    await hide();
    const logged = JSON.stringify((await notedActions(service, 'review_hidden'))[0]?.details);
    assert.ok(!logged.includes(author.user.username) && !logged.includes(author.user.email));
  });

  it('is found by its words, its author and its stars, signs of patterns taken as they are', async (t) => {
    const { list } = await start(t);
    for (const search of ['SIGNALS', 'wonderful address', 'trader'])
      assert.equal((await list({ search })).pagination.total, 1, search);
    for (const search of ['%', '_', '\\', "'; drop table reviews; --"])
      assert.equal((await list({ search })).pagination.total, 0, search);
    assert.equal((await list({ rating: 1 })).pagination.total, 1);
    assert.equal((await list({ rating: 5 })).pagination.total, 0);
  });
});

it('whoever wrote no review is told that there is none', async (t) => {
  const service = await startTestService(t);
  const { token } = await signedInUser(service);
  assert.equal((await service.call(getMyReview, {}, token)).review, null);
});

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { handleMessage, listAdminMessages, reopenMessage } from '@quorate/contract/admin-messages';
import { sendContactMessage } from '@quorate/contract/contact';
import { notedActions, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token } = await signedInOperator(service);
  for (const [name, subject] of [
    ['Mira', 'A question about prices'],
    ['Omar', '100% sure it is broken'],
  ] as const) {
    const email = `${name.toLowerCase()}@example.com`;
    const body = { name, email, subject, message: `Dear people, ${subject}.` };
    await service.call(sendContactMessage, { body });
    service.clock.advance(60_000);
  }
  const list = (query: object = {}) => service.call(listAdminMessages, { query }, token);
  const [newest] = (await list()).messages;
  const params = { message_id: newest?.message_id ?? '' };
  const handle = (note = '') => service.call(handleMessage, { params, body: { note } }, token);
  const reopen = (note = '') => service.call(reopenMessage, { params, body: { note } }, token);
  return { service, token, list, params, handle, reopen };
}

describe('the inbox', () => {
  it('holds what visitors wrote, newest first, and counts what waits', async (t) => {
    const { list, handle } = await start(t);
    const all = await list();
    assert.deepEqual(
      all.messages.map(({ name, handled_at }) => [name, handled_at]),
      [
        ['Omar', null],
        ['Mira', null],
      ],
    );
    assert.equal(all.open, 2);
    const { message } = await handle('Answered by mail');
    assert.deepEqual([message.handled_by, message.note], ['olga', 'Answered by mail']);
    const open = await list({ handled: 'no' });
    assert.deepEqual([open.messages.map(({ name }) => name), open.open], [['Mira'], 1]);
    assert.equal((await list({ handled: 'yes' })).messages[0]?.name, 'Omar');
    assert.equal((await list({ page: 2, per_page: 1 })).messages[0]?.name, 'Mira');
  });

  it('is searched in every field, signs of patterns taken as they are', async (t) => {
    const { list } = await start(t);
    for (const [search, count] of [
      ['MIRA', 1],
      ['omar@example.com', 1],
      ['prices', 1],
      ['Dear people', 2],
      ['100% sure', 1],
      ['100_ sure', 0],
    ] as const)
      assert.equal((await list({ search })).pagination.total, count, search);
  });

  it('marks a message once, keeps the note, and opens it again', async (t) => {
    const { service, list, handle, reopen } = await start(t);
    await Promise.all(Array.from({ length: 20 }, () => handle('Answered by mail')));
    assert.equal((await notedActions(service, 'message_handled')).length, 1);
    const first = (await list({ handled: 'yes' })).messages[0];
    service.clock.advance(60_000);
    const noted = await handle('Answered, and asked for the version');
    assert.equal(noted.message.handled_at, first?.handled_at, 'the day stays, the note changes');
    const { message } = await reopen();
    assert.deepEqual(
      [message.handled_at, message.handled_by, message.note],
      [null, null, 'Answered, and asked for the version'],
    );
    await reopen();
    assert.equal((await notedActions(service, 'message_reopened')).length, 1);
    const log = JSON.stringify((await notedActions(service)).map(({ details }) => details));
    assert.ok(!log.includes('version'), 'notes may name people, and the log outlives them');
  });

  it('knows nothing of a message that is not there', async (t) => {
    const { service, token } = await start(t);
    const params = { message_id: '00000000-0000-4000-8000-000000000000' };
    const gone = await service.fail(handleMessage, { params, body: {} }, token);
    assert.deepEqual([gone.status, gone.code], [404, 'record_unknown']);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { TOLD_TWICE } from '../../../test/helpers/copies.ts';
import { aModel, FAKE_KEY } from '../../../test/helpers/fake-models/a-panel.ts';
import { startMailServer } from '../../../test/helpers/mail-server.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { createPaddle } from '../../features/billing/paddle/create-paddle.ts';
import { bar, request } from '../../features/decisions/testing/requests.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { createModelPanel } from '../../models/model-panel.ts';
import { systemClock } from '../clock.ts';
import { inAttempt, inContext } from './context.ts';
import { observedJobs } from './observed-jobs.ts';
import { lineLog } from './testing/line-log.ts';

const ID = '5f0c8d0e-1111-4222-8333-abcdefabcdef';

/** A provider that answers everything so, and keeps what it was called by. */
async function startProvider(
  t: TestContext,
  answer: { status: number; headers?: Record<string, string>; body: string },
) {
  const ids: unknown[] = [];
  const server = createServer((incoming, response) => {
    ids.push(incoming.headers['x-client-request-id']);
    incoming.resume();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ids };
}

describe('one search for the id of a request', () => {
  it('finds the request, each try of each model, and what the models call them', {
    skip: TOLD_TWICE,
  }, async (t) => {
    const provider = await startProvider(t, {
      status: 500,
      headers: { 'request-id': 'req_of_theirs' },
      body: '{"error":{"message":"broken"}}',
    });
    const voters = ['a', 'b', 'c'].map((name) =>
      aModel({ baseUrl: () => provider.url }, 'anthropic', { name, rounds: 1 }),
    );
    const panel = createModelPanel(
      { clock: systemClock, onFault: () => {} },
      { voters, deadlineMs: 5_000 },
    );
    const log = lineLog();
    const service = await startTestService(t, { panel, log: log.take });
    const { token } = await signedInUser(service);
    log.clear();
    await service.app.inject({
      method: 'POST',
      url: analyse.path,
      headers: { authorization: `Bearer ${token}`, 'x-request-id': ID },
      payload: request(bar(0)).body,
    });
    await log.until('request', 1);
    const found = log.all().filter(({ request_id }) => request_id === ID);
    assert.equal(
      found.filter(({ msg, route }) => msg === 'request' && route === analyse.path).length,
      1,
    );
    const calls = found.filter(({ msg }) => msg === 'call');
    assert.equal(calls.length, provider.ids.length);
    assert.ok(calls.length > 3, 'nobody tried again');
    assert.deepEqual(new Set(provider.ids), new Set([ID]));
    for (const call of calls) {
      const { provider: name, outcome, status, provider_request_id, level } = call;
      assert.deepEqual(
        { name, outcome, status, provider_request_id, level },
        {
          name: 'anthropic',
          outcome: 'failed',
          status: 500,
          provider_request_id: 'req_of_theirs',
          level: 40,
        },
      );
      assert.ok(['a', 'b', 'c'].includes(String(call.model)));
    }
    const tries = calls.filter(({ model }) => model === 'a').map(({ attempt }) => attempt);
    assert.deepEqual(
      tries,
      Array.from(tries, (_, index) => index + 1),
    );
    assert.ok(!log.text().includes(FAKE_KEY));
  });

  it('finds the calls of the payment provider with its own ids, and neither its key nor a query', async (t) => {
    const provider = await startProvider(t, {
      status: 404,
      body: '{"error":{"type":"request_error","code":"not_found","detail":"-"},"meta":{"request_id":"theirs-77"}}',
    });
    const log = lineLog();
    await startTestService(t, { log: log.take });
    const paddle = createPaddle({ apiKey: 'pdl_sdbx_secret', url: provider.url });
    const id = `txn_${'0'.repeat(26)}`;
    await inContext({ requestId: ID }, () =>
      inAttempt(4, () => paddle.findTransaction(id).catch(() => null)),
    );
    const [call] = await log.until('call', 1);
    assert.deepEqual(
      [
        call?.request_id,
        call?.provider,
        call?.status,
        call?.outcome,
        call?.provider_request_id,
        call?.attempt,
      ],
      [ID, 'paddle', 404, 'refused', 'theirs-77', 4],
    );
    assert.equal(call?.operation, `GET /transactions/${id}`);
    assert.deepEqual(provider.ids, [ID]);
    assert.ok(!log.text().includes('pdl_sdbx_secret'));
  });

  it('finds the mail of a job’s turn, and nothing that stands in it', async (t) => {
    const server = await startMailServer(t);
    const log = lineLog();
    await startTestService(t, { log: log.take });
    const transport = smtpTransport(server.url, 'Service <no-reply@example.com>');
    const mail = {
      id: '0197a0c0-0000-7000-8000-000000000001',
      to: 'amina@example.com',
      subject: 'A word of the subject',
      text: 'A link that is as good as a password',
      html: '<p>A link',
    };
    const [job] = observedJobs([{ name: 'deliver-mail', run: () => transport.send(mail) }]);
    await job?.run();
    const [call] = await log.until('call', 1);
    const [ended] = await log.until('a job ended', 1);
    assert.deepEqual(
      [call?.provider, call?.outcome, call?.mail, call?.job],
      ['smtp', 'ok', mail.id, 'deliver-mail'],
    );
    assert.equal(call?.request_id, ended?.request_id);
    for (const part of ['amina', 'subject', 'password', 'link'])
      assert.ok(!log.text().includes(part), log.text());
  });
});

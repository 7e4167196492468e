import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword } from '@quorate/contract/account';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startMailServer } from '../../../test/helpers/mail-server.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { runProviderTasks } from '../../features/billing/record/provider-tasks.ts';
import { bareDeps } from '../../features/billing/testing/tasks.ts';
import { deliverMail } from '../../mail/outbox.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { queueTask } from '../tasks.ts';
import { currentAsker, inContext } from './context.ts';
import { observedJobs } from './observed-jobs.ts';
import { lineLog } from './testing/line-log.ts';

const ID = '5f0c8d0e-1111-4222-8333-abcdefabcdef';

describe('one search for the id of a request finds what was put off', () => {
  it('the mail that left after its answer, by way of two jobs', async (t) => {
    const server = await startMailServer(t);
    const log = lineLog();
    const service = await startTestService(t, { log: log.take });
    await signedInUser(service, { username: 'amina' });
    await service.db.deleteFrom('outbox').execute();
    const asked = await service.app.inject({
      method: forgotPassword.method,
      url: forgotPassword.path,
      headers: { 'x-request-id': ID },
      payload: { email: 'amina@example.com' },
    });
    assert.equal(asked.statusCode, 200, asked.body);
    const transport = smtpTransport(server.url, 'Service <no-reply@example.com>');
    for (const job of observedJobs([
      { name: 'answer-mail-requests', run: () => service.runJobs() },
      { name: 'deliver-mail', run: () => deliverMail({ ...service, transport }) },
    ]))
      await job.run();
    const [call] = await log.until('call', 1);
    assert.deepEqual(
      [call?.provider, call?.job, call?.asked_by],
      ['smtp', 'deliver-mail', ID],
      JSON.stringify(call),
    );
    assert.notEqual(call?.request_id, ID, 'the turn of the job has an id of its own');
  });

  it('what the payment provider is told later, as the newest who asked for it', async (t) => {
    const askers: (string | null)[] = [];
    const { deps } = await bareDeps(t, {
      findSubscription: async () => {
        askers.push(currentAsker());
        return null;
      },
    });
    const task = { kind: 'fetch_subscription', subject: 'sub_1' } as const;
    for (const requestId of ['an-earlier-one', ID])
      await inContext({ requestId }, () => queueTask(deps.db, deps.clock, task));
    const [job] = observedJobs([{ name: 'run-tasks', run: () => runProviderTasks(deps) }]);
    await job?.run();
    assert.deepEqual(askers, [ID]);
  });

  it('and what a turn of a job has brought about is found by the id of that turn', async () => {
    const [job] = observedJobs([{ name: 'watch', run: async () => currentAsker() }]);
    assert.match(String(await job?.run()), /^[0-9a-f-]{36}$/);
    assert.equal(currentAsker(), null);
  });
});

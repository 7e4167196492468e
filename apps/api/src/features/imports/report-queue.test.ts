import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importTrades, previewImport } from '@quorate/contract/trade-import';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { createReportQueue } from './report-queue.ts';
import { reportOf, row } from './testing/reports.ts';
import { ACCOUNT, call, send } from './testing/send-report.ts';

const never = new AbortController().signal;
const short = (userId: string) => ({ userId, isLong: false });
const long = (userId: string) => ({ userId, isLong: true });

describe('the queue of reports', () => {
  it('takes three reports of a user at a time, and says so to the fourth', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const other = await signedInUser(service);
    const report = reportOf([row('1')]);
    const answers = Promise.all(
      Array.from({ length: 4 }, () => send(service, previewImport, token, report)),
    );
    const theirs = await call(service, importTrades, other.token, report, ACCOUNT);
    assert.equal(theirs.created, 1);
    const refused = (await answers).filter(({ statusCode }) => statusCode !== 200);
    assert.equal(refused.length, 1);
    const [failure] = refused;
    assert.equal(failure?.statusCode, 429);
    assert.equal(failure?.headers['retry-after'], '15');
    assert.match(failure?.body ?? '', /3 of your reports are being imported; the limit is 3/);
    await call(service, importTrades, token, report, ACCOUNT);
  });

  it('reads one report of a user at a time, and users in turn', async () => {
    const queue = createReportQueue();
    const first = await queue.turn(short('one'), never);
    const begun: string[] = [];
    const second = queue.turn(short('one'), never).then((turn) => {
      begun.push('one');
      return turn;
    });
    const other = await queue.turn(short('other'), never);
    begun.push('other');
    first.end();
    (await second).end();
    other.end();
    assert.deepEqual(begun, ['other', 'one']);
  });

  it('lets a report that waits go before one that is long, which begins again', async (t) => {
    const queue = createReportQueue();
    const [a, b, c] = await Promise.all([
      queue.turn(short('a'), never),
      queue.turn(short('b'), never),
      queue.turn(short('c'), never),
    ]);
    const asked = performance.now();
    const waiting = queue.turn(short('d'), never);
    await new Promise((resolve) => a.givesWay.addEventListener('abort', resolve));
    assert.ok(performance.now() - asked < 2_000);
    assert.deepEqual([b.givesWay.aborted, c.givesWay.aborted], [false, false]);
    a.end();
    const again = queue.turn(long('a'), never);
    const d = await waiting;
    d.end();
    const longOne = await again;
    for (const turn of [b, c, longOne]) turn.end();
    assert.equal(longOne.givesWay.aborted, false);
    t.diagnostic('the long one was read after the one that waited');
  });

  it('keeps a place free of long reports', async () => {
    const queue = createReportQueue();
    const one = await queue.turn(long('a'), never);
    const two = await queue.turn(long('b'), never);
    let thirdBegan = false;
    const third = queue.turn(long('c'), never).then((turn) => {
      thirdBegan = true;
      return turn;
    });
    const brief = await queue.turn(short('d'), never);
    brief.end();
    assert.equal(thirdBegan, false);
    one.end();
    (await third).end();
    two.end();
  });

  it('forgets a report whose sender has gone', async () => {
    const queue = createReportQueue();
    const held = await queue.turn(short('a'), never);
    const gone = new AbortController();
    const waiting = queue.turn(short('a'), gone.signal);
    gone.abort();
    await assert.rejects(waiting, { code: 'caller_gone' });
    held.end();
    (await queue.turn(short('a'), never)).end();
  });
});

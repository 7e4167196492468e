import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { downloadRecord } from '@quorate/contract/record';
import { readCertificates } from '@quorate/record/stamps/certificates';
import { stampQuery } from '@quorate/record/stamps/time-stamp';
import { hasOpenssl, newAuthority } from '@quorate/record/testing/authority';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { appendEvents } from '../append-events.ts';
import { eventOf } from '../testing/events.ts';
import { createLogKey, type LogKey, verifierKeyOf } from './log-key.ts';
import { rotateKey } from './rotate-key.ts';
import { findStampState } from './stamp.queries.ts';
import { stampLog } from './stamp-log.ts';

const MINUTE_MS = 60_000;
const logKey = createLogKey(Buffer.alloc(32, 5));
const publicUrl = 'https://quorate.example';
const log = verifierKeyOf(logKey, 'quorate.example/log');

const folder = mkdtempSync(join(tmpdir(), 'quorate-stamped-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('a log that is stamped', { skip: hasOpenssl ? false : 'openssl is not installed' }, () => {
  const authority = newAuthority(join(folder, 'authority'));

  /** An authority over HTTP, which counts what it is asked, and can be made to answer otherwise. */
  async function served(t: TestContext) {
    const soundly: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('content-type', 'application/timestamp-reply');
        response.end(authority.answer(Buffer.concat(chunks)));
      });
    };
    const state = { asked: 0, types: new Set<string | undefined>(), answer: soundly };
    const server = createServer((request, response) => {
      state.asked += 1;
      state.types.add(request.headers['content-type']);
      state.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return Object.assign(state, { url: `http://127.0.0.1:${port}/tsa`, soundly });
  }

  /** @param ago in minutes: what is stamped bears this machine's time, whatever the test's clock says */
  async function start(t: TestContext, ago = 0) {
    const clock = testClock(new Date(Date.now() - ago * MINUTE_MS).toISOString());
    const service = await startTestService(t, { logKey, publicUrl, clock });
    const tsa = await served(t);
    const { user, token } = await signedInUser(service);
    const owner = { userId: user.id, subjectId: user.id };
    let number = 0;
    const append = async (count = 1) => {
      for (let each = 0; each < count; each += 1) {
        number += 1;
        await appendEvents(service.db, [eventOf(owner, number)]);
      }
      await service.sequenceLog();
    };
    const stamp = (waitMs = 5_000) => stampLog({ ...service, stampsUrl: tsa.url, waitMs });
    const state = () => findStampState(service.db);
    const later = (minutes: number) => service.clock.advance(minutes * MINUTE_MS);
    const download = async (authorities: readonly Uint8Array[] = []) => {
      const { rawPayload } = await service.app.inject({
        url: downloadRecord.path,
        headers: { authorization: `Bearer ${token}` },
      });
      const verifier = createRecordVerifier({ trusted: [log], authorities, meaning: false });
      verifier.push(rawPayload);
      const verdict = await verifier.end();
      if (verdict.kind === 'broken') assert.fail(JSON.stringify(verdict));
      return verdict;
    };
    return { ...service, token, tsa, append, stamp, state, later, download };
  }

  it('has its newest tree stamped, at most once in ten minutes, and only where it has grown', async (t) => {
    const { tsa, append, stamp, state, later, download } = await start(t, 10);
    assert.equal(await stamp(), false, 'there is no log yet');
    assert.equal(await state(), null);
    assert.equal((await download()).stamp, null);
    await append(3);
    assert.equal(await stamp(), true);
    assert.equal((await state())?.size, 3);
    assert.equal(await stamp(), false, 'it has not grown');
    await append(300);
    assert.equal(await stamp(), false, 'ten minutes are not over');
    later(9);
    assert.equal(await stamp(), false);
    later(1);
    assert.equal(await stamp(), true);
    const { size, failed_at, failure } = (await state()) ?? {};
    assert.deepEqual([size, failed_at, failure], [303, null, null]);
    assert.deepEqual([tsa.asked, [...tsa.types]], [2, ['application/timestamp-query']]);
  });

  it('stands in files of its records, whose readers check it with the authority’s certificate', async (t) => {
    const { append, stamp, download } = await start(t);
    await append(5);
    await stamp();
    await append(7);
    const verdict = await download(readCertificates(authority.rootPem));
    assert.deepEqual(
      [verdict.size, verdict.stamp?.size, verdict.stamp?.vouched, verdict.stamp?.authority],
      [12, 5, true, 'Example Time Authority'],
    );
  });

  // @attack 2.16
  it('keeps no answer that is refused, false, of another question, garbage, huge or late', async (t) => {
    const { tsa, append, stamp, state, later, db } = await start(t, 11 * 31);
    await append();
    const nonce = Buffer.alloc(8, 3);
    const answers: [RegExp, RequestListener][] = [
      [
        /refused with status 2/,
        (_, response) => response.end(authority.answer(Buffer.from('3003020101', 'hex'))),
      ],
      [
        /of something else/,
        (_, response) => response.end(authority.answer(stampQuery('another note', nonce))),
      ],
      [/it answered 503/, (_, response) => response.writeHead(503).end('busy')],
      [/no answer of RFC 3161/, (_, response) => response.end('<html>welcome</html>')],
      [/no answer of RFC 3161/, (_, response) => response.end()],
      [/more than 65536 bytes/, (_, response) => response.end(Buffer.alloc(4_000_000, 0x30))],
      [/timeout/, () => undefined],
      [/.+/, (request) => request.socket.destroy()],
      [/.+/, (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ];
    for (const [why, answer] of answers) {
      tsa.answer = answer;
      later(31);
      assert.equal(await stamp(300), false);
      const { failure = '', failed_at, stamped_at } = (await state()) ?? {};
      assert.match(failure ?? '', why);
      assert.ok(failed_at && stamped_at === null);
    }
    // The same tree, stamped for another question: a copy of an old answer would look like this.
    const { note } = await db
      .selectFrom('log_checkpoints')
      .select('note')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    tsa.answer = (_, response) => response.end(authority.answer(stampQuery(note, nonce)));
    later(31);
    assert.equal(await stamp(), false);
    assert.match((await state())?.failure ?? '', /its nonce differs/);
    tsa.answer = tsa.soundly;
    later(31);
    assert.equal(await stamp(), true);
    assert.equal((await state())?.failure, null);
  });

  it('asks ever more rarely one that fails, and soon again after it has answered', async (t) => {
    const { tsa, append, stamp, later } = await start(t);
    await append();
    tsa.answer = (_, response) => response.writeHead(500).end();
    const turns: number[] = [];
    for (let minute = 0; minute <= 100; minute += 1) {
      const before = tsa.asked;
      await stamp();
      if (tsa.asked > before) turns.push(minute);
      later(1);
    }
    assert.deepEqual(turns, [0, 1, 3, 7, 15, 31, 61, 91]);
    tsa.answer = tsa.soundly;
    later(30);
    assert.equal(await stamp(), true);
    await append();
    later(10);
    tsa.answer = (_, response) => response.writeHead(500).end();
    assert.equal(await stamp(), false);
    later(1);
    tsa.answer = tsa.soundly;
    assert.equal(await stamp(), true);
  });

  it('is asked for by one copy at a time', async (t) => {
    const { tsa, append, stamp } = await start(t);
    await append();
    const answers = await Promise.all(Array.from({ length: 5 }, () => stamp()));
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(tsa.asked, 1);
  });

  it('keeps the stamp of a checkpoint whose place was taken while the authority was asked', async (t) => {
    const { tsa, append, stamp, state, download, db } = await start(t);
    await append(2);
    const before = await db.selectFrom('log_checkpoints').select('id').execute();
    const sized: Promise<void>[] = [];
    tsa.answer = (request, response) => {
      // The same minute: the next checkpoint takes the place of the one that is being stamped.
      sized.push(append(4).then(() => tsa.soundly(request, response)));
    };
    assert.equal(await stamp(), true);
    await Promise.all(sized);
    const rows = await db
      .selectFrom('log_checkpoints')
      .select(['id', 'size', 'stamp'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ size, stamp: token }) => [size, token !== null]),
      [
        [2, true],
        [6, false],
      ],
    );
    assert.equal(rows[0]?.id, before.at(-1)?.id);
    assert.equal((await state())?.size, 2);
    assert.equal((await download()).stamp?.size, 2);
  });

  // @attack 2.17
  it('says so where the clocks of service and authority differ', async (t) => {
    const { append, stamp, state } = await start(t, 180);
    await append();
    assert.equal(await stamp(), true);
    assert.match((await state())?.failure ?? '', /one of the two clocks is wrong/);
  });

  it('goes on with an exchanged key, and leaves a stamp out to which a lost key does not lead', async (t) => {
    const { append, stamp, db, clock, database, token } = await start(t);
    await append(2);
    await stamp();
    const fileOf = async (digit: number, before: LogKey | null) => {
      const now = createLogKey(Buffer.alloc(32, digit));
      await rotateKey({ db, clock, publicUrl }, { now, before });
      const next = await startTestService(t, { logKey: now, publicUrl, database });
      await next.sequenceLog();
      const { rawPayload } = await next.app.inject({
        url: downloadRecord.path,
        headers: { authorization: `Bearer ${token}` },
      });
      const trusted = [verifierKeyOf(now, log.name)];
      const verifier = createRecordVerifier({ trusted, meaning: false });
      verifier.push(rawPayload);
      const verdict = await verifier.end();
      return verdict.kind === 'broken' ? assert.fail(JSON.stringify(verdict)) : verdict.stamp;
    };
    assert.equal((await fileOf(6, logKey))?.size, 2);
    assert.equal(await fileOf(7, null), null);
  });
});

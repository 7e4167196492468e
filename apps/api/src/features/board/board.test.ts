import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { downloadModels, downloadModelsProof, listModels } from '@quorate/contract/models-board';
import { deleteAccount } from '@quorate/contract/my-data';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { fromBase64, fromHex } from '@quorate/tlog/bytes';
import { readCheckpoint } from '@quorate/tlog/checkpoint';
import { leafHash } from '@quorate/tlog/merkle';
import { readNote, readVerifierKey, verifyNote } from '@quorate/tlog/note';
import { includes } from '@quorate/tlog/proofs';
import { signedInUser, type TestUser } from '../../../test/helpers/builders.ts';
import { KEPT_BY_EACH_COPY } from '../../../test/helpers/copies.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { createLogKey } from '../records/log/log-key.ts';
import { sequence } from '../records/log/sequence.ts';
import { countBoard } from './count-board.ts';
import { publishBoard } from './publish-board.ts';
import { addAgreed } from './testing/agreed.ts';

const DAY_MS = 86_400_000;
const logKey = createLogKey(Buffer.alloc(32, 9));
const publicUrl = 'https://quorate.example';

async function start(t: TestContext) {
  const service = await startTestService(t, { logKey, publicUrl });
  const people = async (count: number, plan: 'Elite' | 'Free' = 'Elite') => {
    const made: TestUser[] = [];
    for (let at = 0; at < count; at += 1) made.push(await signedInUser(service, { plan }));
    return made;
  };
  /** The board of the next day, as it is published then. */
  const publish = async () => {
    const isNew = await publishBoard(service);
    service.clock.advance(DAY_MS);
    return isNew;
  };
  const list = async (query: Parameters<typeof service.call<typeof listModels>>[1] = {}) =>
    service.call(listModels, query);
  const rows = async () => {
    const { models } = await list();
    return models.map(({ analyst, symbol, accounts, outcomes }) =>
      [analyst, symbol ?? 'other', accounts, outcomes].join(' '),
    );
  };
  return { service, people, publish, list, rows };
}

describe('the board of models', { skip: KEPT_BY_EACH_COPY }, () => {
  it('is empty, and cannot be downloaded, before there is anything to publish', async (t) => {
    const { service, people, publish, list } = await start(t);
    const { board, models, results, pagination } = await list();
    assert.deepEqual([board, models, results, pagination.total], [null, [], [], 0]);
    for (const url of [downloadModels.path, downloadModelsProof.path])
      assert.equal((await service.app.inject({ url })).statusCode, 404, url);
    assert.equal(await publish(), false);
    assert.equal((await list()).board, null, 'nothing is nothing to hold anybody to');
    for (const { user } of await people(5)) await addAgreed(service, user.id, { bars: 1 });
    assert.equal(await publish(), true);
    const first = await list();
    assert.deepEqual([first.board?.day, first.models.length], ['2026-03-03', 1]);
    assert.deepEqual(
      first.results.map(({ trades, accounts, win_rate }) => [trades, accounts, win_rate]),
      [0, 1, 2].map(() => [0, 0, null]),
    );
  });

  it('is shown, but proves nothing, while the log may not be signed', async (t) => {
    const { service, people, publish } = await start(t);
    const files = [downloadModels.path, downloadModelsProof.path];
    const statuses = (from: typeof service) =>
      Promise.all(files.map(async (url) => (await from.app.inject({ url })).statusCode));
    await service.sequenceLog();
    for (const { user } of await people(5)) await addAgreed(service, user.id, { bars: 1 });
    await publish();
    const { database } = service;
    const otherKey = createLogKey(Buffer.alloc(32, 8));
    const another = await startTestService(t, { logKey: otherKey, publicUrl, database });
    assert.deepEqual(await statuses(another), [503, 503]);
    assert.equal((await another.call(listModels, {})).board?.day, '2026-03-02');
    assert.deepEqual(await statuses(service), [200, 200]);
  });

  it('shows a voter on a market once five people are behind it, and none of fewer', async (t) => {
    const { service, people, publish, rows, list } = await start(t);
    const five = await people(5);
    for (const { user } of five.slice(0, 4)) await addAgreed(service, user.id, { bars: 50 });
    await publish();
    assert.deepEqual(await rows(), []);
    for (const { user } of five.slice(4)) await addAgreed(service, user.id, { bars: 50 });
    await publish();
    assert.deepEqual(await rows(), ['trend EURUSD 5 250']);
    const [model] = (await list()).models;
    assert.deepEqual(
      [model?.rises, model?.base_rate, model?.brier, model?.brier_climatology, model?.rank],
      [150, 0.6, 0.24, 0.24, 1],
    );
    // Five votes on each of 50 bars are worth 50 outcomes.
    assert.equal(model?.effective, 50);
    assert.deepEqual(model?.skill?.value, 0);
    assert.deepEqual([model?.latency_p50_ms, model?.latency_p95_ms], [501, 1_000]);
    assert.equal(model?.cost_per_decision_micro_usd, 250);
  });

  it('counts nobody who pays nothing, neither when counted nor when published', async (t) => {
    const { service, people, publish, rows } = await start(t);
    const paying = await people(4);
    const [free] = await people(1, 'Free');
    assert.ok(free);
    for (const { user } of [...paying, free]) await addAgreed(service, user.id, { bars: 50 });
    await countBoard(service);
    const give = (plan: 'Elite' | 'Free', id = free.user.id) =>
      service.db.updateTable('users').set({ given_plan: plan }).where('id', '=', id).execute();
    // What was decided before they paid stays out.
    await give('Elite');
    await publish();
    assert.deepEqual(await rows(), []);
    await addAgreed(service, free.user.id, { bars: 10, from: 100 });
    await publish();
    assert.deepEqual(await rows(), ['trend EURUSD 5 210']);
    await give('Free');
    await publish();
    assert.deepEqual(await rows(), []);
  });

  it('counts no contradicted, lonely, replayed or undecided outcome, and none of a made-up market', async (t) => {
    const { service, people, publish, rows } = await start(t);
    for (const { user } of await people(5)) {
      await addAgreed(service, user.id, { bars: 3, grade: 'contradicted' });
      await addAgreed(service, user.id, { bars: 3, grade: 'alone', from: 10 });
      await addAgreed(service, user.id, { bars: 3, clock: 'replayed', from: 20 });
      await addAgreed(service, user.id, { bars: 3, came: () => 'neither', from: 30 });
      await addAgreed(service, user.id, { bars: 3, symbol: 'EURUSD.practice', from: 40 });
    }
    await publish();
    assert.deepEqual(await rows(), []);
  });

  it('takes two accounts of one person, and two people on one account, as one', async (t) => {
    const { service, people, publish, rows } = await start(t);
    const [one, other, ...three] = await people(5);
    assert.ok(one && other);
    await addAgreed(service, one.user.id, { bars: 5, login: '1' });
    await addAgreed(service, one.user.id, { bars: 5, login: '2' });
    await addAgreed(service, other.user.id, { bars: 5, login: '2' });
    for (const { user } of three) await addAgreed(service, user.id, { bars: 5 });
    await publish();
    assert.deepEqual(await rows(), []);
    const [fifth] = await people(1);
    await addAgreed(service, fifth?.user.id ?? '', { bars: 5 });
    await publish();
    assert.deepEqual(await rows(), ['trend EURUSD 5 35']);
  });

  it('adds markets of too few people up into one row, and leaves them out where they stay too few', async (t) => {
    const { service, people, publish, rows } = await start(t);
    const all = await people(6);
    for (const [at, { user }] of all.entries()) {
      await addAgreed(service, user.id, { bars: 5 });
      await addAgreed(service, user.id, {
        bars: 5,
        symbol: at < 3 ? 'XAUUSD' : 'GBPUSD.r',
        from: 10,
      });
      if (at < 4) await addAgreed(service, user.id, { bars: 5, analyst: 'lonely', from: 20 });
    }
    await publish();
    assert.deepEqual((await rows()).sort(), ['trend EURUSD 6 30', 'trend other 6 30']);
  });

  it('leaves a row as it was until five people have something new in it', async (t) => {
    const { service, people, publish, rows } = await start(t);
    const six = await people(6);
    for (const { user } of six) await addAgreed(service, user.id, { bars: 10 });
    await publish();
    for (const { user } of six.slice(0, 4))
      await addAgreed(service, user.id, { bars: 10, from: 20 });
    assert.equal(await publish(), false);
    assert.deepEqual(await rows(), ['trend EURUSD 6 60'], 'of four people');
    for (const { user } of six.slice(4)) await addAgreed(service, user.id, { bars: 1, from: 40 });
    assert.equal(await publish(), true);
    assert.deepEqual(await rows(), ['trend EURUSD 6 102']);
  });

  it('forgets whose account is deleted, and counts each decision once', async (t) => {
    const { service, people, publish, rows } = await start(t);
    const [leaving, ...staying] = await people(6);
    assert.ok(leaving);
    for (const { user } of [leaving, ...staying]) await addAgreed(service, user.id, { bars: 10 });
    const waiting = await service.db.selectFrom('board_waiting').selectAll().execute();
    assert.equal(await countBoard(service), 60);
    assert.equal(await countBoard(service), 0);
    // Nobody else is the service's own stream.
    assert.equal(waiting.length, 60);
    await service.call(deleteAccount, { body: { username: leaving.user.username } }, leaving.token);
    await publish();
    assert.deepEqual(await rows(), ['trend EURUSD 5 50']);
    for (const table of ['board_cells', 'board_latencies'] as const) {
      const left = await service.db
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', leaving.user.id)
        .execute();
      assert.deepEqual(left, [], table);
    }
  });

  it('ranks by the lower end of the skill, with nothing below 200 outcomes, and filters and sorts', async (t) => {
    const { service, people, publish, list } = await start(t);
    for (const { user } of await people(5)) {
      const good = (bar: number) => ({ p_up: bar % 5 < 3 ? 0.8 : 0.2 });
      await addAgreed(service, user.id, { bars: 50, analyst: 'good', says: good, model: 'm-1' });
      const bad = (bar: number) => ({ p_up: bar % 5 < 3 ? 0.4 : 0.7 });
      await addAgreed(service, user.id, { bars: 50, analyst: 'bad', says: bad, from: 50 });
      await addAgreed(service, user.id, { bars: 39, analyst: 'short', says: good, from: 100 });
      const mute = () => ({ p_up: 0.5, abstained: true });
      await addAgreed(service, user.id, {
        bars: 4,
        analyst: 'good',
        says: mute,
        model: 'm-1',
        from: 150,
      });
    }
    await publish();
    const { models, board } = await list();
    assert.deepEqual(
      models.map(({ analyst, rank, outcomes, abstained }) => [analyst, rank, outcomes, abstained]),
      [
        ['good', 1, 250, 20],
        ['bad', 2, 250, 0],
        ['short', null, 195, 0],
      ],
    );
    assert.ok((models[0]?.skill?.low ?? 0) > 0.5 && (models[1]?.skill?.high ?? 0) < 0);
    assert.deepEqual(board?.analysts, ['bad', 'good', 'short']);
    const named = async (query: object) =>
      (await list({ query })).models.map(({ analyst }) => analyst);
    assert.deepEqual(await named({ analyst: 'bad' }), ['bad']);
    assert.deepEqual(await named({ symbol: 'XAUUSD' }), []);
    assert.deepEqual(await named({ timeframe: 'H1', per_page: 1, page: 2 }), ['bad']);
    assert.deepEqual(await named({ sort_by: 'brier', sort_order: 'desc' }), [
      'bad',
      'good',
      'short',
    ]);
    assert.deepEqual(await named({ sort_by: 'rank', sort_order: 'desc' }), [
      'bad',
      'good',
      'short',
    ]);
    for (const query of [
      { timeframe: 'H2' },
      { sort_by: 'user_id' },
      { per_page: 501 },
      { symbol: "'" },
    ])
      await assert.rejects(named(query), /400/);
  });
});

describe('the board of models, on record,', { skip: KEPT_BY_EACH_COPY }, () => {
  it('is one entry a day, and only where something has changed', async (t) => {
    const { service, people, publish, list } = await start(t);
    const five = await people(5);
    for (const { user } of five) await addAgreed(service, user.id, { bars: 10 });
    assert.equal(await publishBoard(service), true);
    for (const { user } of five) await addAgreed(service, user.id, { bars: 10, from: 10 });
    assert.equal(await publishBoard(service), false, 'the same day');
    service.clock.advance(DAY_MS);
    assert.equal(await publish(), true);
    assert.equal(await publish(), false);
    const { board } = await list();
    assert.deepEqual([board?.day, board?.checked_at], ['2026-03-03', '2026-03-04T10:00:00.000Z']);
    const kinds = await service.db
      .selectFrom('record_entries')
      .select('kind')
      .where('kind', '=', 'board')
      .execute();
    assert.equal(kinds.length, 2);
  });

  it('is a record that the verifier takes, without bodies of before', async (t) => {
    const { service, people, publish } = await start(t);
    const five = await people(5);
    for (const [at] of [0, 1].entries()) {
      for (const { user } of five) await addAgreed(service, user.id, { bars: 45, from: 50 * at });
      await publish();
    }
    const file = await service.app.inject({ url: downloadModelsProof.path });
    assert.equal(file.statusCode, 200);
    const key = readVerifierKey((await service.app.inject({ url: '/.well-known/log-key' })).body);
    assert.ok(key);
    const verdict = async (text: string) => {
      const verifier = createRecordVerifier({ trusted: [key] });
      verifier.push(Buffer.from(text));
      return verifier.end();
    };
    const checked = await verdict(file.body);
    assert.ok(checked.kind === 'verified', JSON.stringify(checked));
    assert.deepEqual([checked.kinds.board, checked.withheld, checked.unchecked], [2, 1, {}]);
    const broken = await verdict(file.body.replace('"accounts":5', '"accounts":6'));
    assert.ok(broken.kind === 'broken' && broken.rule === 'body');
  });

  it('is checked by a stranger from its CSV and the checkpoint alone', async (t) => {
    const { service, people, publish } = await start(t);
    const five = await people(5);
    for (const [at, { user }] of five.entries()) {
      await addAgreed(service, user.id, { bars: 45 });
      await addAgreed(service, user.id, { bars: 5, analyst: '=cmd()', from: 60 + at });
    }
    await publish();
    // Others go on writing: the tree has grown since.
    await publish();
    await sequence({ ...service, logKey, publicUrl });
    const key = readVerifierKey((await service.app.inject({ url: '/.well-known/log-key' })).body);
    const { body: csv, headers } = await service.app.inject({ url: downloadModels.path });
    assert.match(String(headers['content-disposition']), /models-2026-03-02\.csv/);
    assert.ok(key);
    const rowsOf = async (text: string) => {
      const notes = new Map(
        text
          .split('\n')
          .filter((line) => line.startsWith('# '))
          .map((line) => {
            const at = line.indexOf(': ');
            return [line.slice(2, at), line.slice(at + 2)] as const;
          }),
      );
      const say = (name: string) => notes.get(name) ?? assert.fail(name);
      const rows = rowsIn(text);
      const body = say('body_start') + rows.map(({ cell }) => cell).join(',') + say('body_end');
      const hash = createHash('sha256')
        .update(fromHex(say('salt')) ?? '')
        .update(body)
        .digest('hex');
      assert.equal(
        (JSON.parse(say('leaf')) as { body: string }).body,
        hash,
        'the leaf is of this body',
      );
      const note = readNote(JSON.parse(say('checkpoint')) as string);
      assert.ok(note);
      assert.deepEqual(await verifyNote(note, key), { kind: 'signed', at: null });
      const { root, size } = readCheckpoint(note.text) ?? assert.fail();
      const proof = say('proof')
        .split(' ')
        .filter((each) => each !== '')
        .map((each) => fromBase64(each) ?? assert.fail());
      const place = {
        leaf: leafHash(Buffer.from(say('leaf'))),
        index: Number(say('log_index')),
        size,
        proof,
      };
      assert.ok(includes(root, place), 'the leaf is in the tree');
      for (const row of rows) {
        const cell = JSON.parse(row.cell ?? '') as Record<string, unknown>;
        assert.equal(row.log_index, say('log_index'));
        for (const field of ['accounts', 'outcomes', 'brier', 'log_loss', 'base_rate'])
          assert.equal(row[field], String(cell[field]), field);
      }
      return rows;
    };
    const rows = await rowsOf(csv);
    assert.deepEqual(
      rows.map(({ analyst }) => analyst),
      ['trend', "'=cmd()"],
    );
    await assert.rejects(
      rowsOf(csv.replace('""outcomes"":225', '""outcomes"":226')),
      /of this body/,
    );
    await assert.rejects(rowsOf(csv.replace(/^# leaf: .*"position":1/m, '$&1')), /in the tree/);
  });
});

/** Lines of a CSV file (RFC 4180) behind its comments, by the names of its columns. */
function rowsIn(text: string): Record<string, string>[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  const [names = [], ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
}

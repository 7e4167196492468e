import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { DAMAGES, seeded } from '@quorate/ledger/testing/damage';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { Snapshot } from '@quorate/trading/market/snapshot';
import { keyChangeNote } from './key-chain.ts';
import { publishedRecord } from './measures.ts';
import { sentenceOf } from './rules.ts';
import { closed, makeRecord, newSigner } from './testing/made-record.ts';
import {
  type BrokenRecord,
  createRecordVerifier,
  joinVerdicts,
  type RecordOptions,
} from './verify-record.ts';

async function verify(file: Uint8Array, options: RecordOptions = {}, chunk = 4_096) {
  const verifier = createRecordVerifier(options);
  for (let from = 0; from < file.length; from += chunk)
    if (!verifier.push(file.subarray(from, from + chunk))) break;
  return verifier.end();
}

async function brokenBy(file: Uint8Array, options: RecordOptions = {}): Promise<BrokenRecord> {
  const verdict = await verify(file, options);
  if (verdict.kind !== 'broken') assert.fail(`it is ${verdict.kind}`);
  return verdict;
}

describe('a record', () => {
  it('is verified with the key of its log, and tells what it holds and who saw it', async () => {
    const { file, log, witness, leaves } = makeRecord(120);
    const verdict = await verify(file, { trusted: [log.key], witnesses: [witness.key] });
    if (verdict.kind === 'broken') assert.fail(sentenceOf(verdict));
    assert.deepEqual(
      [verdict.kind, verdict.key.id, verdict.origin, verdict.size, verdict.entries],
      ['verified', log.key.id, 'quorate.example/log', leaves.length, 120],
    );
    assert.deepEqual(
      verdict.streams.map(({ entries }) => entries),
      [80, 40],
    );
    assert.deepEqual(verdict.cosigned, [{ name: 'example.org/witness', at: 1_772_445_600 }]);
    assert.equal(verdict.kinds.account, 2);
    assert.equal(verdict.kinds.snapshot, verdict.kinds.decision);
    assert.deepEqual([verdict.erased, verdict.withheld], [0, 0]);
    assert.deepEqual(verdict.unchecked, { worth: verdict.kinds.closed });
  });

  it('is the same in pieces of any size, and empty', async () => {
    const { file, log } = makeRecord(20);
    for (const chunk of [1, 7, file.length])
      assert.equal((await verify(file, { trusted: [log.key] }, chunk)).kind, 'verified');
    // As a file is read: into the same bytes again and again.
    const verifier = createRecordVerifier({ trusted: [log.key] });
    const bytes = Buffer.alloc(1_000);
    for (let from = 0; from < file.length; from += bytes.length) {
      const length = file.copy(bytes, 0, from);
      assert.ok(verifier.push(bytes.subarray(0, length)));
    }
    assert.equal((await verifier.end()).kind, 'verified');
    const nothing = makeRecord(0, { log });
    assert.equal((await verify(nothing.file, { trusted: [log.key] })).kind, 'verified');
  });

  it('is only consistent where nobody says whose key it is', async () => {
    const { file, log } = makeRecord(20);
    const verdict = await verify(file);
    assert.deepEqual([verdict.kind, 'key' in verdict && verdict.key], ['consistent', log.key]);
  });

  // @attack 2.7
  it('is refused with the key of somebody else', async () => {
    const { file } = makeRecord(20);
    assert.equal((await brokenBy(file, { trusted: [newSigner().key] })).rule, 'signer');
    const other = newSigner('another.example/log');
    assert.equal((await brokenBy(file, { trusted: [other.key] })).rule, 'signer');
  });

  // @attack 2.8
  it('is verified with an older key, where both keys have signed the change, and not otherwise', async () => {
    const [oldest, before, log] = [newSigner(), newSigner(), newSigner()];
    const at = '2026-03-01T00:00:00.000Z';
    const keys = [
      keyChangeNote(
        { at, before: oldest.key, now: before.key },
        { before: oldest.sign, now: before.sign },
      ),
      keyChangeNote(
        { at, before: before.key, now: log.key },
        { before: before.sign, now: log.sign },
      ),
    ];
    const { file } = makeRecord(5, { log, keys });
    for (const { key } of [oldest, before, log])
      assert.equal((await verify(file, { trusted: [key] })).kind, 'verified');
    assert.equal((await brokenBy(file, { trusted: [newSigner().key] })).rule, 'signer');
    // The key before is lost, or somebody says so.
    const alone = keyChangeNote(
      { at, before: before.key, now: log.key },
      { before: null, now: log.sign },
    );
    const lost = makeRecord(5, { log, keys: [alone] });
    assert.equal((await brokenBy(lost.file, { trusted: [before.key] })).rule, 'signer');
    assert.equal((await verify(lost.file, { trusted: [log.key] })).kind, 'verified');
  });

  it('may withhold amounts, and says how many, where its log has signed that', async () => {
    const { file, log } = makeRecord(60, { whole: false, opened: false });
    const verdict = await verify(file, { trusted: [log.key] });
    if (verdict.kind === 'broken') assert.fail(sentenceOf(verdict));
    assert.equal(verdict.user, null);
    assert.equal(verdict.withheld, (verdict.kinds.closed ?? 0) + 2);
    assert.equal(verdict.unchecked.money, verdict.kinds.closed);
  });

  // @attack 2.5
  it('has a place for what was erased, where a deletion on record says so', async () => {
    const deletion = { kind: 'deletion', body: { of: 'import', erased: 1, positions: [8] } };
    const changes = new Map<number, (told: object) => object>([
      [11, (told) => ({ ...told, body: null })],
      [13, () => deletion],
    ]) as never;
    const { file, log } = makeRecord(20, { changes });
    const verdict = await verify(file, { trusted: [log.key], meaning: false });
    if (verdict.kind === 'broken') assert.fail(`${verdict.line} ${sentenceOf(verdict)}`);
    assert.equal(verdict.erased, 1);
    const silent = new Map([[11, (told: object) => ({ ...told, body: null })]]) as never;
    const { file: without, log: its } = makeRecord(20, { changes: silent });
    assert.equal((await brokenBy(without, { trusted: [its.key], meaning: false })).rule, 'absent');
  });
});

describe('what is written into a record and is not true', () => {
  const tellOther = async (number: number, change: (told: never) => object) => {
    const { file, log } = makeRecord(30, { changes: new Map([[number, change]]) as never });
    return brokenBy(file, { trusted: [log.key] });
  };
  const bodyOf = (told: { body: object }, changes: object) => ({
    ...told,
    body: { ...told.body, ...changes },
  });

  // @attack 2.18
  it('is found by the rule that it breaks, though all of it is signed', async () => {
    const { file } = makeRecord(30);
    const kinds = [...file.toString().matchAll(/"kind":"(\w+)","position"/g)].map(
      ([, kind]) => kind,
    );
    const at = (kind: string) => kinds.indexOf(kind);
    const [snapshot, decision, trade] = [at('snapshot'), at('decision'), at('closed')];
    const cases: [string, number, (told: never) => object][] = [
      ['snapshot_hash', snapshot, (told) => bodyOf(told, { snapshot_hash: 'ab'.repeat(32) })],
      ['verdict', decision, (told) => bodyOf(told, { p_up: 0.77 })],
      ['verdict', decision, (told) => bodyOf(told, { action: 'BUY', sl_atr: 1, tp_atr: 2 })],
      ['live', decision, (told) => bodyOf(told, { clock_class: 'live' })],
      ['decided_on', decision, (told) => bodyOf(told, { snapshot_hash: 'cd'.repeat(32) })],
      ['r', trade, (told) => bodyOf(told, { r: 9.9 })],
      ['side', trade, (told) => bodyOf(told, { close_price: 2 })],
      ['money', trade, () => ({ ...closed(0, 2), private: { ...closed(0, 2).private, fee: 1 } })],
      ['form', trade, () => ({ kind: 'import', body: { trades: 7 } })],
    ];
    for (const [rule, number, change] of cases) {
      const broken = await tellOther(number, change);
      assert.equal(broken.rule, rule, `${rule}: ${sentenceOf(broken)}`);
      assert.ok(broken.entry && broken.line > 1);
    }
  });

  // @attack 1.2
  it('is a snapshot of the year 2199, or one whose high is below its low', async () => {
    const { file } = makeRecord(30);
    const kinds = [...file.toString().matchAll(/"kind":"(\w+)","position"/g)].map(
      ([, kind]) => kind,
    );
    const impossible = (changes: (snapshot: Snapshot) => object) =>
      tellOther(kinds.indexOf('snapshot'), (told: { body: { snapshot: Snapshot } }) => {
        const snapshot = { ...told.body.snapshot, ...changes(told.body.snapshot) };
        const snapshot_hash = createHash('sha256')
          .update(canonicalJson(snapshot as never))
          .digest('hex');
        return bodyOf(told, { snapshot, snapshot_hash });
      });
    const future = await impossible(() => ({ as_of: '2199-01-01T00:00:00.000Z' }));
    assert.equal(future.rule, 'snapshot');
    assert.match(sentenceOf(future), /2199-01-01/);
    const upsideDown = await impossible(({ bars }) => ({
      bars: [[0, -1, 1, 0], ...bars.slice(1)],
    }));
    assert.equal(upsideDown.rule, 'snapshot');
    assert.match(sentenceOf(upsideDown), /high -1, low 1/);
  });
});

describe('a record that is changed afterwards', () => {
  // @attack 2.3
  it('is found, however it was changed', async () => {
    const random = seeded(2_026);
    const { file, log, witness } = makeRecord(24);
    const options = { trusted: [log.key], witnesses: [witness.key] };
    assert.equal((await verify(file, options)).kind, 'verified');
    const ways = Object.entries(DAMAGES);
    for (let turn = 0; turn < 10_000; turn += 1) {
      const [way, damage] = ways[turn % ways.length] ?? assert.fail();
      const damaged = damage(file, random);
      if (damaged.equals(file)) continue;
      const verdict = await verify(damaged, options, damaged.length || 1);
      assert.equal(verdict.kind, 'broken', `${way}, turn ${turn}`);
    }
  });

  // @attack 2.21
  it('is found by two halves as by the whole: the same line, entry and rule', async () => {
    const random = seeded(28);
    const { file, log, witness } = makeRecord(24);
    const options = { trusted: [log.key], witnesses: [witness.key] };
    const inHalves = async (damaged: Uint8Array) =>
      joinVerdicts(
        await verify(damaged, { ...options, half: 'hashes' }),
        await verify(damaged, { half: 'meaning' }),
      );
    assert.deepEqual(await inHalves(file), await verify(file, options));
    const terms = {
      name: 'cleo',
      at: '2026-03-05T10:00:00.000Z',
      account: { type: 'demo', paper: false },
      owner: { accounts: 2, deleted: 0, resets: 0 },
      shows: { open: false, money: true },
    } as const;
    const shown = makeRecord(60, {
      log,
      witness,
      published: (standing) => publishedRecord(standing, terms, null),
    });
    assert.deepEqual(await inHalves(shown.file), await verify(shown.file, options));
    const ways = Object.values(DAMAGES);
    for (let turn = 0; turn < 2_000; turn += 1) {
      const damaged = ways[turn % ways.length]?.(file, random) ?? assert.fail();
      assert.deepEqual(await inHalves(damaged), await verify(damaged, options), `turn ${turn}`);
    }
  });

  // @attack 2.3
  it('is found in every byte', async () => {
    const { file, log, witness } = makeRecord(3);
    const options = { trusted: [log.key], witnesses: [witness.key] };
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (file[at] ?? 0) ^ 1;
      const verdict = await verify(changed, options, changed.length);
      assert.equal(verdict.kind, 'broken', `byte ${at}`);
    }
  });

  it('is told with the line and the entry', async () => {
    const { file, log } = makeRecord(24);
    const lines = file.toString().split('\n');
    const at = lines.findIndex((line) => line.includes('"kind":"closed"'));
    const changed = lines.with(at + 1, (lines[at + 1] ?? '').replace('"EURUSD"', '"GBPUSD"'));
    const broken = await brokenBy(Buffer.from(changed.join('\n')), { trusted: [log.key] });
    assert.equal(broken.rule, 'body');
    assert.equal(broken.line, at + 2);
    assert.equal(broken.entry?.kind, 'closed');
    assert.match(sentenceOf(broken), /it was changed/);
  });

  // @attack 2.4
  it('is found where its last entries are left out and the rest is put together again', async () => {
    const log = newSigner();
    const { file } = makeRecord(24, { log });
    const lines = file.toString().split('\n');
    const shorter = lines.toSpliced(
      lines.findLastIndex((line) => line.includes('"leaf"')),
      1,
    );
    assert.notEqual(
      (await verify(Buffer.from(shorter.join('\n')), { trusted: [log.key] })).kind,
      'verified',
    );
  });
});

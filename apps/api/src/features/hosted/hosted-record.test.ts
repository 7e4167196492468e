import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { downloadRecord, getRecord } from '@quorate/contract/record';
import { createMeaning, type EntryText } from '@quorate/record/meaning';
import { parse, readEntryLine, readPartLine } from '@quorate/record/record-file';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey } from '@quorate/tlog/note';
import { hostedStage } from './testing/hosted-stage.ts';

describe('the record of an account that the service trades', () => {
  // @attack 1.14
  it('can be done again by a stranger: every verdict, every check of the desk and every result', async (t) => {
    const { service, run, user } = await hostedStage(t);
    const { token, begin, until } = await user();
    const { account } = await begin({ pace: 'accelerated' });
    const runner = run();
    await until(({ closed_trades: trades }) => trades >= 12);
    await runner.stop();
    const { streams, log } = await service.call(getRecord, {}, token);
    const key = readVerifierKey(log.key) ?? assert.fail();
    assert.deepEqual(
      streams.map((stream) => stream.account?.login),
      [account.login],
    );
    const file = await service.app.inject({
      url: downloadRecord.path,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(file.statusCode, 200);
    const verifier = createRecordVerifier({ trusted: [key] });
    verifier.push(file.rawPayload);
    const verdict = await verifier.end();
    if (verdict.kind === 'broken') assert.fail(JSON.stringify(verdict));
    assert.equal(verdict.kind, 'verified');
    const { kinds, entries, unchecked } = verdict;
    assert.equal(entries, streams[0]?.entries);
    for (const kind of [
      'account',
      'snapshot',
      'decision',
      'checks',
      'order',
      'fill',
      'closed',
    ] as const)
      assert.ok((kinds[kind] ?? 0) > 0, `no ${kind} among ${JSON.stringify(kinds)}`);
    assert.ok((kinds.closed ?? 0) >= 12);
    assert.deepEqual(unchecked, {});

    // The same entries with a check that says less than it was, as `0 of LIMIT`: however it is signed, it is found.
    const told = entriesOf(file.rawPayload.toString());
    const meant = (change: (check: Check) => Check, meaning = createMeaning()) => {
      for (const entry of told) {
        const checks = entry.private?.checks as readonly Check[] | undefined;
        const kept = checks ? { ...entry.private, checks: checks.map(change) } : entry.private;
        const finding = meaning.take({ ...entry, private: kept });
        if (finding) return finding;
      }
      return null;
    };
    assert.equal(
      meant((check) => check),
      null,
    );
    const findings = [
      meant((check) => (check.value ? { ...check, value: 0 } : check)),
      meant((check) => ({ ...check, limit: (check.limit ?? 0) + 1 })),
    ];
    for (const finding of findings) assert.equal(finding?.rule, 'checks');
    // A broker may refuse what the desk let through: that cannot be done again, and is counted.
    const meaning = createMeaning();
    assert.equal(
      meant((check) => ({ ...check, pass: false }), meaning),
      null,
    );
    assert.ok((meaning.unchecked().checks ?? 0) > 0);
  });
});

type Check = Readonly<{ value: number | null; limit: number | null; pass: boolean }>;

/** Entries of a file as the verifier takes them. */
function entriesOf(file: string): EntryText[] {
  const entries: EntryText[] = [];
  for (const line of file.split('\n')) {
    const entry = readEntryLine(line);
    const part = readPartLine(line);
    if (entry) entries.push({ leaf: entry.leaf, body: null, private: null, bodyText: null });
    const last = entries.at(-1);
    if (!part || !last) continue;
    const text = part.part === 'body' ? { bodyText: part.text } : {};
    entries.splice(-1, 1, { ...last, ...text, [part.part]: parse(part.text) });
  }
  return entries;
}

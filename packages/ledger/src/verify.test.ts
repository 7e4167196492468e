import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GENESIS, recordEnd, recordLine, recordStart, sha256 } from './format.ts';
import {
  fileOf,
  keptHead,
  ledgerLines,
  MADE_AT,
  makeChain,
  newSigner,
  USER,
} from './testing/ledger-file.ts';
import { verifyFile } from './testing/verify-file.ts';
import type { VerifyOptions } from './verify.ts';

const signer = newSigner();
const stranger = newSigner();
const chain = makeChain(10);

/** Line and record of what was found, and its reason. */
function foundIn(lines: readonly string[], options: VerifyOptions = {}) {
  const verdict = verifyFile(fileOf(lines), options);
  if (verdict.kind !== 'broken') throw new Error('the file was verified');
  return verdict;
}

describe('a ledger’s file', () => {
  it('is verified with what it holds and who signed it', () => {
    const kept = [keptHead(signer, chain, 4), keptHead(signer, chain, 10)];
    assert.deepEqual(verifyFile(fileOf(ledgerLines(signer, chain, { kept }))), {
      kind: 'verified',
      user: USER,
      records: 10,
      hash: chain[9]?.hash,
      signedAt: MADE_AT,
      kept: 2,
      keys: [signer.id],
      pinned: false,
    });
  });

  it('is verified in whatever pieces it comes', () => {
    const file = fileOf(ledgerLines(signer, chain, { kept: [keptHead(signer, chain, 4)] }));
    for (const pieceBytes of [1, 7, 100, 1_000_000])
      assert.equal(verifyFile(file, { pieceBytes }).kind, 'verified', `${pieceBytes} bytes`);
  });

  it('of nobody’s decisions has no record and is verified', () => {
    const verdict = verifyFile(fileOf(ledgerLines(signer, [])));
    assert.equal(verdict.kind, 'verified');
    assert.equal(verdict.kind === 'verified' && verdict.hash, GENESIS);
  });

  it('has the hash of a record as anybody computes it', () => {
    const text = `{"at":"2026-03-02T10:00:00.000Z","body":{"a":1},"kind":"decision","position":1,"prev":"${GENESIS}","v":1}`;
    const start = recordStart({
      at: '2026-03-02T10:00:00.000Z',
      body: '{"a":1}',
      kind: 'decision',
    });
    assert.equal(start + recordEnd(1, GENESIS), text);
    // By sha256sum.
    assert.equal(sha256('abc').slice(0, 16), 'ba7816bf8f01cfea');
  });
});

describe('what is wrong is named', () => {
  const lines = ledgerLines(signer, chain);

  it('a record that was changed, at its line', () => {
    const changed = lines.with(4, (lines[4] ?? '').replace('0.61', '0.62'));
    const { line, record, reason } = foundIn(changed);
    assert.deepEqual([line, record], [5, 4]);
    assert.match(reason, /do not belong together/);
  });

  it('a record that was changed with its hash, at the next one', () => {
    const text = (chain[3]?.text ?? '').replace('0.61', '0.62');
    const { line, record, reason } = foundIn(lines.with(4, recordLine(text, sha256(text))));
    assert.deepEqual([line, record], [6, 5]);
    assert.match(reason, /chained to another record 4/);
  });

  it('a chain that was written again from a record on, at the signed end', () => {
    const again = makeChain(10, { from: 4, mark: '-other' });
    const forged = lines.with(-1, '').map((line, index) => {
      const record = again[index - 1];
      return record ? recordLine(record.text, record.hash) : line;
    });
    const { line, record, reason } = foundIn(forged.with(-1, lines.at(-1) ?? ''));
    assert.deepEqual([line, record], [11, 10]);
    assert.match(reason, /not the one that was signed at the end/);
  });

  it('a record that was removed', () => {
    const { line, record, reason } = foundIn(lines.toSpliced(4, 1));
    assert.deepEqual([line, record], [5, 4]);
    assert.match(reason, /record 5 stands where record 4 belongs/);
  });

  it('the last records removed', () => {
    const { line, reason } = foundIn(lines.toSpliced(9, 2));
    assert.equal(line, 10);
    assert.match(reason, /signed for 10 records, and 8 stand before it/);
  });

  it('the signed end removed', () => {
    assert.match(foundIn(lines.slice(0, -1)).reason, /the signed end is missing/);
  });

  it('a last line without its break', () => {
    const verdict = verifyFile(fileOf(lines).subarray(0, -1));
    assert.equal(verdict.kind === 'broken' && verdict.reason, 'the line is cut off');
  });

  it('something added behind the end', () => {
    assert.match(foundIn([...lines, '']).reason, /behind the signed end/);
  });

  it('an empty file', () => {
    assert.match(foundIn([]).reason, /empty/);
  });

  it('the user or the time of the first line', () => {
    const [header = ''] = lines;
    assert.match(foundIn(lines.with(0, header.replace(MADE_AT, '2026-03-06'))).reason, /up to 1/);
    const other = header.replace(USER, USER.replace(/1$/, '2'));
    assert.match(foundIn(lines.with(0, other)).reason, /signed for the ledger of/);
  });

  it('a file that was converted to another system’s line breaks', () => {
    const verdict = verifyFile(Buffer.from(lines.map((line) => `${line}\r\n`).join('')));
    assert.match(verdict.kind === 'broken' ? verdict.reason : '', /carriage return/);
  });

  it('a line that never ends, without holding it', () => {
    const verdict = verifyFile(Buffer.alloc(40 * 1024 * 1024, 'x'));
    assert.match(verdict.kind === 'broken' ? verdict.reason : '', /longer than any/);
  });

  it('a version that is not known', () => {
    const [header = ''] = lines;
    const next = header.replace(/"v":1}$/, '"v":2}');
    assert.match(foundIn(lines.with(0, next)).reason, /version 2 of the format/);
  });
});

describe('kept statements', () => {
  it('find a history that the key’s own holder wrote again', () => {
    const again = makeChain(10, { from: 4, mark: '-other' });
    const kept = [keptHead(signer, chain, 3), keptHead(signer, chain, 6)];
    const { line, record, reason } = foundIn(ledgerLines(signer, again, { kept }));
    assert.deepEqual([line, record], [9, 6]);
    assert.match(reason, /not record 6 as the statement of .+ in line 3 has it/);
  });

  it('find a chain that its holder cut short', () => {
    const kept = [keptHead(signer, chain, 10)];
    const { reason } = foundIn(ledgerLines(signer, chain.slice(0, 8), { kept }));
    assert.match(reason, /has 10 records, and this file 8: the ledger was cut short/);
  });

  it('cannot be left out of a file that was signed with them', () => {
    const kept = [keptHead(signer, chain, 4), keptHead(signer, chain, 6)];
    const lines = ledgerLines(signer, chain, { kept });
    assert.match(foundIn(lines.toSpliced(1, 1)).reason, /opening|up to 2/);
    assert.match(foundIn(lines.toSpliced(1, 2)).reason, /up to 1/);
    assert.match(foundIn(lines.toSpliced(1, 2, ...kept.toReversed())).reason, /swapped/);
  });

  it('of another user’s chain are refused', () => {
    const kept = [keptHead(signer, chain, 4, { user: USER.replace(/1$/, '2') })];
    assert.match(foundIn(ledgerLines(signer, chain, { kept })).reason, /signed for the ledger of/);
  });

  it('of a key that is no longer in use count by that key', () => {
    const old = newSigner();
    const kept = [keptHead(old, chain, 4)];
    const file = fileOf(ledgerLines(signer, chain, { kept, keys: [signer, old] }));
    const verdict = verifyFile(file);
    assert.deepEqual(verdict.kind === 'verified' && verdict.keys, [old.id, signer.id]);
    const unnamed = foundIn(ledgerLines(signer, chain, { kept }));
    assert.match(unnamed.reason, /which the file does not name/);
  });
});

describe('a trusted key', () => {
  it('is told apart from the one that the file brings itself', () => {
    const file = fileOf(ledgerLines(signer, chain));
    const verdict = verifyFile(file, { trusted: [signer.publicKeyObject] });
    assert.equal(verdict.kind === 'verified' && verdict.pinned, true);
  });

  it('finds a file that was made again with another key', () => {
    const forged = ledgerLines(stranger, makeChain(10, { from: 1, mark: '-forged' }));
    assert.equal(verifyFile(fileOf(forged)).kind, 'verified');
    const { reason } = foundIn(forged, { trusted: [signer.publicKeyObject] });
    assert.match(
      reason,
      new RegExp(`signed with the key ${stranger.id}, and trusted is ${signer.id}`),
    );
  });

  it('has to be given for every key that signed', () => {
    const kept = [keptHead(stranger, chain, 4)];
    const lines = ledgerLines(signer, chain, { kept, keys: [signer, stranger] });
    const { reason } = foundIn(lines, { trusted: [signer.publicKeyObject] });
    assert.match(reason, /trusted is .+: if the service's key was replaced, give both$/);
    const both = [signer.publicKeyObject, stranger.publicKeyObject];
    assert.equal(verifyFile(fileOf(lines), { trusted: both }).kind, 'verified');
  });
});

describe('an earlier file', () => {
  const earlier = { user: USER, records: 6, hash: chain[5]?.hash ?? '', from: 'the earlier file' };

  it('is the beginning of the later one', () => {
    const file = fileOf(ledgerLines(signer, chain));
    assert.equal(verifyFile(file, { earlier: [earlier] }).kind, 'verified');
    const empty = { ...earlier, records: 0, hash: GENESIS };
    assert.equal(verifyFile(file, { earlier: [empty] }).kind, 'verified');
  });

  it('finds a ledger that was written again or cut short since, whoever signed it', () => {
    const again = makeChain(10, { from: 4, mark: '-other' });
    const { record, reason } = foundIn(ledgerLines(signer, again), { earlier: [earlier] });
    assert.equal(record, 6);
    assert.match(reason, /not record 6 as the earlier file has it/);
    const cut = foundIn(ledgerLines(signer, chain.slice(0, 5)), { earlier: [earlier] });
    assert.match(cut.reason, /the earlier file has 6 records, and this file 5/);
  });

  it('of somebody else proves nothing', () => {
    const other = { ...earlier, user: 'somebody' };
    assert.match(
      foundIn(ledgerLines(signer, chain), { earlier: [other] }).reason,
      /is of somebody/,
    );
  });
});

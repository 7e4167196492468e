import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAMAGES, seeded } from './testing/damage.ts';
import { fileOf, keptHead, ledgerLines, makeChain, newSigner } from './testing/ledger-file.ts';
import { verifyFile } from './testing/verify-file.ts';

const signer = newSigner();
const chain = makeChain(20);
const kept = [5, 12, 20].map((records) => keptHead(signer, chain, records));
const file = fileOf(ledgerLines(signer, chain, { kept }));

describe('a damaged file', () => {
  it('is sound before', () => {
    assert.equal(verifyFile(file).kind, 'verified');
  });

  it('is found broken in each of 10,000 random cases', () => {
    const random = seeded(20_260_302);
    const names = Object.keys(DAMAGES);
    const unfound: string[] = [];
    const seen = new Map<string, number>();
    let cases = 0;
    while (cases < 10_000) {
      const name = names[cases % names.length] ?? '';
      const damaged = DAMAGES[name]?.(file, random) ?? file;
      // A byte added beside its like, or a line beside itself, may have been there: that is another try.
      if (damaged.equals(file)) continue;
      cases += 1;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      const verdict = verifyFile(damaged);
      if (verdict.kind === 'verified') unfound.push(`${name}, case ${cases}`);
      else if (verdict.line < 1 || verdict.reason === '') unfound.push(`${name}: says nothing`);
    }
    assert.deepEqual(unfound, []);
    assert.deepEqual([...seen.keys()], names);
    for (const [name, count] of seen) assert.ok(count > 1_000, `${name}: ${count}`);
  });

  it('is found broken at every byte of it, whichever is another', () => {
    const changed = Buffer.from(file);
    for (let place = 0; place < file.length; place += 1) {
      const bit = 1 << (place % 8);
      changed[place] = (file[place] ?? 0) ^ bit;
      assert.equal(verifyFile(changed).kind, 'broken', `bit ${bit} of byte ${place}`);
      changed[place] = file[place] ?? 0;
    }
    assert.equal(verifyFile(changed).kind, 'verified');
  });
});

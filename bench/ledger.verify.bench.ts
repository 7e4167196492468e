import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf, ledgerLines, makeChain, newSigner } from '@quorate/ledger/testing/ledger-file';
import { verifyFile } from '../tools/verify-ledger/verify-file.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const RECORDS = 100_000;
/** A decision with the votes of three analysts has about 2.5 kB. */
const PADDING = 2_300;
const RUNS = 5;

/**
 * Every record of a ledger's file on the disk, read, hashed, and compared with the one before. The
 * denominator hashes the same records, cut out beforehand and in memory, and compares nothing.
 */
export const benchmark: Benchmark = {
  name: 'ledger.verify',
  title: 'records of a decision ledger verified a second',
  unit: 'records/s',
  bar: { of: 'figure', op: '>=', value: 100_000 },
  async run({ folder, say }) {
    const chain = makeChain(RECORDS, { padding: PADDING });
    const file = join(folder, 'ledger.jsonl');
    const content = fileOf(ledgerLines(newSigner(), chain));
    writeFileSync(file, content);
    const records = chain.map(({ text }) => Buffer.from(text));
    const rates: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      rates.push(RECORDS / secondsOf(() => verify(file)));
      bare.push(RECORDS / secondsOf(() => hashAll(records)));
      say(`run ${run + 1} of ${RUNS}: ${Math.round(rates.at(-1) ?? 0)} records/s`);
    }
    const [figure, value] = [median(rates), median(bare)];
    return {
      figure,
      denominator: { value, what: 'SHA-256 of the same records alone' },
      ratio: figure / value,
      note: `${RECORDS} records, ${Math.round(content.length / 1e6)} MB; median of ${RUNS} runs`,
    };
  },
};

function verify(file: string): void {
  const verdict = verifyFile(file, {}, () => {});
  if (verdict.kind === 'broken') throw new Error(`line ${verdict.line}: ${verdict.reason}`);
}

function hashAll(records: readonly Buffer[]): void {
  for (const record of records) hash('sha256', record, 'hex');
}

function secondsOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1_000;
}

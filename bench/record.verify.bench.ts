import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRecord } from '@quorate/record/testing/made-record';
import { verifyRecordFile } from '../tools/verify-ledger/record-file.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const ENTRIES = 120_000;
const RUNS = 5;

/**
 * A record's file on the disk, among entries of others: every entry hashed into the tree, every body into its entry, and
 * every snapshot, verdict and result done again, as the command and the page do it.
 */
export const benchmark: Benchmark = {
  name: 'record.verify',
  title: 'entries of a record verified a second with what they say, by two threads',
  unit: 'entries/s',
  bar: { of: 'figure', op: '>=', value: 50_000 },
  async run({ folder, say }) {
    const { file: content, log } = makeRecord(ENTRIES);
    const file = join(folder, 'record.jsonl');
    writeFileSync(file, content);
    const rates: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      const verdict = await verifyRecordFile(file, { trusted: [log.key] }, () => {});
      if (verdict.kind !== 'verified') throw new Error(`the file is ${verdict.kind}`);
      rates.push((1_000 * ENTRIES) / (performance.now() - startedAt));
      say(`run ${run + 1} of ${RUNS}: ${Math.round(rates.at(-1) ?? 0)} entries/s`);
    }
    return {
      figure: median(rates),
      note: `${ENTRIES} entries, ${Math.round(content.length / 1e6)} MB; median of ${RUNS} runs, each with the start of its second thread`,
    };
  },
};

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Result } from './measure.ts';
import { readResults, recordResult } from './results.ts';

it('a result replaces the last one of its benchmark, and one without a measurement does not', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-results-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'results.json');
  writeFileSync(file, '{}');
  const result = (name: string, figure: number | null): Result => ({
    name,
    title: 'rows',
    unit: 'rows/s',
    bar: { of: 'figure', op: '>=', value: 10 },
    holds: figure !== null && figure >= 10,
    seconds: 1,
    measurement: figure === null ? null : { figure, note: '' },
    error: figure === null ? 'out of luck' : null,
  });
  for (const each of [result('b', 1), result('a', 20), result('b', 30), result('a', null)])
    recordResult(each, file);
  const kept = readResults(file);
  assert.deepEqual(
    Object.entries(kept).map(([name, { measurement, holds }]) => [name, measurement.figure, holds]),
    [
      ['a', 20, true],
      ['b', 30, true],
    ],
  );
  assert.match(kept.a?.date ?? '', /^\d{4}-\d{2}-\d{2}$/);
  assert.match(kept.a?.machine ?? '', /cores, .*Node /);
});

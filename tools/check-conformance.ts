import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countsLine, withCounts } from './conformance/counts.ts';
import { type Fault, PAGE, readPage } from './conformance/page.ts';
import { proofFaults } from './conformance/proofs.ts';
import { ROOT } from './root.ts';

const { values: flags, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = positionals[0] ?? ROOT;
const path = join(root, PAGE);
// A checkout on Windows may end its lines in its own way.
const found = existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : '';
const counted = withCounts(found, readPage(found));
const stale = counted !== found;
if (stale && flags.write && found !== '') writeFileSync(path, counted);

const text = flags.write ? counted : found;
const page = readPage(text);
const faults: Fault[] = [...page.faults, ...proofFaults(page, root)];
if (stale && !flags.write) {
  faults.push({ line: 1, message: 'has stale counts: npm run check:conformance -- --write' });
}

for (const { line, message } of faults.toSorted((a, b) => a.line - b.line))
  process.stdout.write(`${PAGE}:${line} ${message}\n`);
process.stdout.write(`${countsLine(page)}; ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

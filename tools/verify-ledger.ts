import { resolve } from 'node:path';
import { readArguments, USAGE } from './verify-ledger/arguments.ts';
import { describeLedger } from './verify-ledger/describe.ts';
import { readKey } from './verify-ledger/read-key.ts';
import { verifyFile } from './verify-ledger/verify-file.ts';

// It reads the files that it is given and nothing else: no network, no database.

const EXIT = { verified: 0, broken: 1, consistent: 2, unread: 3 } as const;

const words = readArguments(process.argv.slice(2));
if (words === null) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(EXIT.unread);
}

try {
  const { file, earlier, json } = words;
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const trusted = words.keys.map((key) => readKey(fromCaller(key)));
  const known = earlier === null ? null : verifyFile(fromCaller(earlier), { trusted }, say);
  const from = `the earlier file ${earlier}`;
  if (known?.kind === 'broken') {
    report(earlier ?? '', known, json);
  } else {
    const before = known ? [{ ...known, from }] : [];
    report(file, verifyFile(fromCaller(file), { trusted, earlier: before }, say), json);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = EXIT.unread;
}

function report(file: string, verdict: ReturnType<typeof verifyFile>, json: boolean): void {
  // Without a key given to it, the file alone says who signed it.
  const kind = verdict.kind === 'verified' && !verdict.pinned ? 'consistent' : verdict.kind;
  const text = json
    ? JSON.stringify({ file, ...verdict, kind }, null, 2)
    : describeLedger(file, verdict);
  process.stdout.write(`${text}\n`);
  process.exitCode = EXIT[kind];
}

/** A path as whoever runs npm means it: npm itself moves to the root of the checkout. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrokenLedger, VerifiedLedger } from '@quorate/ledger/verify';
import { verifyFile } from './verify-ledger/verify-file.ts';

/**
 * A public key from a file: PEM, or the answer of `/api/ledger/key` as it came.
 *
 * @throws Error that names the file
 */
function readKey(file: string): KeyObject {
  const key = parseKey(readFileSync(file, 'utf8'));
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${file} holds no public Ed25519 key.`);
}

function parseKey(text: string): KeyObject | null {
  try {
    return createPublicKey(text.trimStart().startsWith('{') ? JSON.parse(text).public_key : text);
  } catch {
    return null;
  }
}

/** What was found, in lines for people. */
function describeLedger(file: string, verdict: VerifiedLedger | BrokenLedger): string {
  const lines = verdict.kind === 'verified' ? verified(file, verdict) : broken(file, verdict);
  return lines.map(visible).join('\n');
}

/** What a file brings must not move the cursor, nor begin a line of its own. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}

function verified(
  file: string,
  { user, records, hash, signedAt, kept, keys, pinned }: VerifiedLedger,
): string[] {
  const several = keys.length > 1 ? 's' : '';
  const facts = [
    `  user     ${user}`,
    `  records  ${records}`,
    `  head     ${hash}`,
    `  signed   ${signedAt}, key ${keys.at(-1)}`,
    `  kept     ${keptInWords(kept)}`,
  ];
  if (pinned)
    return [
      `VERIFIED  ${file}`,
      ...facts,
      `The key${several} that signed it ${several ? 'are those' : 'is the one'} you gave.`,
    ];
  return [
    `CONSISTENT IN ITSELF, SIGNER NOT KNOWN  ${file}`,
    ...facts,
    '  checked      that its hashes, their order and its signatures fit each other',
    `  not checked  who signed it: the key${several} ${keys.join(' and ')} came with the file`,
    "Anybody can make such a file with a key of their own. Give the service's key with --key.",
  ];
}

function keptInWords(kept: number): string {
  if (kept === 0) return 'no daily statement';
  return kept === 1
    ? '1 daily statement, true of this chain'
    : `${kept} daily statements, each true of this chain`;
}

function broken(file: string, { line, record, reason }: BrokenLedger): string[] {
  const place = record === null ? `line ${line}` : `line ${line}, record ${record}`;
  return [`BROKEN    ${file}`, `  ${place}: ${reason}`];
}

const USAGE = `npm run verify-ledger -- FILE [--key KEY.pem] [--earlier FILE] [--json]
  FILE       a decision ledger as downloaded
  --key      the service's public key, in PEM or as /api/ledger/key answers it; may be given twice
  --earlier  a file that was downloaded before: FILE has to go on where it ended
  --json     the result for programs

It ends with 0 for a file that is whole and signed with KEY, with 1 for one that is not, with 2 for one that
is consistent in itself where no key was given, and with 3 where it cannot read a file or these words.`;

type Arguments = Readonly<{
  file: string;
  keys: readonly string[];
  earlier: string | null;
  json: boolean;
}>;

/** @returns null for arguments that are none */
function readArguments(words: readonly string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        key: { type: 'string', multiple: true, default: [] },
        earlier: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return null;
    return { file, keys: values.key, earlier: values.earlier ?? null, json: values.json };
  } catch {
    return null;
  }
}

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

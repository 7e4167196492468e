import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrokenLedger, VerifiedLedger } from '@quorate/ledger/verify';
import { knownLogsFile, pinKey, readKnownLogs } from '@quorate/record/known-logs';
import { readCertificates } from '@quorate/record/stamps/certificates';
import { isCertificate } from '@quorate/record/stamps/time-stamp';
import { type CheckedRecord, checkpointOf } from '@quorate/record/verify-record';
import { readVerifierKey, type VerifierKey, verifierKeyText } from '@quorate/tlog/note';
import { readTyped, tell } from '../apps/api/src/commands/command/typed.ts';
import { outliveReaders } from '../apps/api/src/process/output.ts';
import {
  expectGrown,
  expectNoneLeftOut,
  fetchCheckpoint,
  readWholeLog,
} from './verify-ledger/follow-log.ts';
import {
  describeRecord,
  isRecordFile,
  verifyRecordFile,
  witnessesInWords,
} from './verify-ledger/record-file.ts';
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

const USAGE = `npm run verify-ledger -- FILE [--key KEY] [--earlier FILE] [--json]
npm run verify-ledger -- --log URL --key KEY
  FILE       a record as downloaded, or a decision ledger of before
  --key      the log's public key as it is handed on, or a file that holds it; may be given twice.
             Of a ledger of before: a file with the key in PEM, or as /api/ledger/key answers it
  --trust-on-first-use
             believes the key of the first file that comes from a log, and only that one from then on
  --witness  the key of a witness, or a file that holds it: its cosignature is checked
  --tsa      a file with certificates in PEM: the stamp of time in FILE has to be of an authority that one of
             them is of or leads to
  --earlier  a file that was downloaded before: FILE has to go on where it ended
  --log      the address of the log, as https://quorate.example/log: the tree that FILE is in has to be
             part of the one that is signed there now. Without FILE every entry and every tile of the log is read
  --complete reads every entry of that log, too, and finds none of FILE's streams that FILE leaves out
  --json     the result for programs

It ends with 0 for what is whole and signed with KEY, with 1 for what is not, with 2 for a file that is
consistent in itself where no key was given, and with 3 where it cannot read something or these words.`;

type Arguments = Readonly<{
  file: string | null;
  keys: readonly string[];
  witnesses: readonly string[];
  authorities: readonly string[];
  earlier: string | null;
  log: string | null;
  complete: boolean;
  trustOnFirstUse: boolean;
  json: boolean;
}>;

/** @returns null for arguments that are none */
function readArguments(words: readonly string[]): Arguments | null {
  return readTyped(
    words,
    {
      key: { type: 'string', multiple: true, default: [] },
      witness: { type: 'string', multiple: true, default: [] },
      tsa: { type: 'string', multiple: true, default: [] },
      earlier: { type: 'string' },
      log: { type: 'string' },
      complete: { type: 'boolean', default: false },
      'trust-on-first-use': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    ({ values, positionals }) => {
      const [file = null, ...more] = positionals;
      const {
        key: keys,
        witness: witnesses,
        tsa: authorities,
        earlier = null,
        complete,
        json,
      } = values;
      const log = values.log?.replace(/\/+$/, '') ?? null;
      if (more.length > 0 || (file === null && (log === null || earlier !== null))) return null;
      if (complete && (log === null || file === null)) return null;
      return {
        file,
        keys,
        witnesses,
        authorities,
        earlier,
        log,
        complete,
        json,
        trustOnFirstUse: values['trust-on-first-use'],
      };
    },
  );
}

// It reads the files that it is given and nothing else: no network without --log, no database.

const EXIT = { verified: 0, broken: 1, consistent: 2, unread: 3 } as const;

const say = (line: string) => void process.stderr.write(`${line}\n`);
const print = (lines: readonly string[]) =>
  void process.stdout.write(`${lines.map(visible).join('\n')}\n`);

outliveReaders();
const words = readArguments(process.argv.slice(2));
if (words === null) {
  process.exit(tell(`${USAGE}\n`, process.argv.slice(2)) && EXIT.unread);
}

try {
  if (words.file === null) await checkLog(words);
  else if (isRecordFile(fromCaller(words.file))) await checkRecord(words.file, words);
  else checkLedger(words.file, words);
} catch (error) {
  const isFault = error instanceof Error && error.name === 'LogError';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isFault ? EXIT.broken : EXIT.unread;
}

async function checkRecord(
  file: string,
  { keys, witnesses, authorities, earlier, log, complete, trustOnFirstUse, json }: Arguments,
): Promise<void> {
  const known = trustOnFirstUse ? readKnownLogs(knownLogsFile(process.env)) : [];
  const trusted = [...keys.map(readLogKey), ...known];
  const seen = { trusted, witnesses: witnesses.map(readLogKey) };
  const before = new Map<number, string>();
  if (earlier !== null) {
    const told = await verifyRecordFile(fromCaller(earlier), { ...seen, leaves: before }, say);
    if (told.kind === 'broken') return reportRecord(earlier, told, null, json);
  }
  const options = { ...seen, authorities: authorities.flatMap(readAuthorities) };
  const first = await verifyRecordFile(fromCaller(file), { ...options, earlier: before }, say);
  // Of another log than the known ones: this is the first file that comes from it.
  const isNew =
    trustOnFirstUse &&
    keys.length === 0 &&
    first.kind === 'broken' &&
    first.rule === 'signer' &&
    !known.some(({ name }) => String(first.values.key).startsWith(`${name} `));
  const verdict = isNew
    ? await verifyRecordFile(fromCaller(file), { ...options, trusted: [], earlier: before }, say)
    : first;
  if (verdict.kind === 'broken') return reportRecord(file, verdict, null, json);
  if (log !== null) await expectInLog(log, verdict, complete);
  const pins = trustOnFirstUse && keys.length === 0;
  if (pins) pinKey(knownLogsFile(process.env), verdict.key);
  const isFirst = verdict.kind === 'consistent' && pins;
  const pinned = isFirst
    ? `The key is believed from now on: it stands in ${knownLogsFile(process.env)}.`
    : verdict.kind === 'verified'
      ? 'The key is one that you gave or believed before, or follows from it.'
      : null;
  reportRecord(file, isFirst ? { ...verdict, kind: 'verified' } : verdict, pinned, json);
}

function reportRecord(
  file: string,
  verdict: Awaited<ReturnType<typeof verifyRecordFile>>,
  pinned: string | null,
  json: boolean,
): void {
  if (json) process.stdout.write(`${JSON.stringify({ file, ...plain(verdict) }, null, 2)}\n`);
  else print(describeRecord(file, verdict, pinned));
  process.exitCode = EXIT[verdict.kind];
}

/** Keys as text, for programs. */
function plain(verdict: Awaited<ReturnType<typeof verifyRecordFile>>): object {
  return verdict.kind === 'broken' ? verdict : { ...verdict, key: verifierKeyText(verdict.key) };
}

/** That the tree of a file is part of the one that its log has signed now. */
async function expectInLog(log: string, verdict: CheckedRecord, complete: boolean): Promise<void> {
  const now = await fetchCheckpoint(log, verdict.key);
  await expectGrown(log, checkpointOf(verdict), now);
  say(`the log has ${now.size} entries now, and begins with the ${verdict.size} of the file`);
  if (!complete) return;
  await expectNoneLeftOut(log, now, verdict, say);
  say('the log has no entry of its streams that is not in the file');
}

/** Reads all of a log: its entries, its tiles, and who has signed and cosigned its tree. */
async function checkLog({ keys, witnesses, log }: Arguments): Promise<void> {
  const [key, ...more] = keys.map(readLogKey);
  if (!key || more.length > 0 || log === null) throw new Error('a log is read with one --key');
  const now = await fetchCheckpoint(log, key, witnesses.map(readLogKey));
  await readWholeLog(log, now, say);
  print([
    `VERIFIED  ${log}`,
    `  log        ${now.origin}`,
    `  entries    ${now.size}, which give the tree that is signed`,
    `  root       ${now.root.toHex()}`,
    `  witnesses  ${witnessesInWords(now.cosigned)}`,
  ]);
}

/** A key as it is handed on, or a file that holds one. */
function readLogKey(word: string): VerifierKey {
  const file = fromCaller(word);
  const key = readVerifierKey(word) ?? (existsSync(file) ? readKeyFile(file) : null);
  if (key) return key;
  throw new Error(`${word} is no key of a log: it looks like example.com/log+1a2b3c4d+AQ…`);
}

function readKeyFile(file: string): VerifierKey | null {
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  return readVerifierKey(line);
}

/** Certificates of authorities of time, from a file in PEM. */
function readAuthorities(word: string): Uint8Array[] {
  const certificates = readCertificates(readFileSync(fromCaller(word), 'utf8'));
  if (certificates.length > 0 && certificates.every(isCertificate)) return certificates;
  throw new Error(`${word} holds no certificate: it has a line -----BEGIN CERTIFICATE-----`);
}

function checkLedger(file: string, { keys, earlier, json }: Arguments): void {
  const trusted = keys.map((key) => readKey(fromCaller(key)));
  const known = earlier === null ? null : verifyFile(fromCaller(earlier), { trusted }, say);
  const from = `the earlier file ${earlier}`;
  if (known?.kind === 'broken') {
    report(earlier ?? '', known, json);
    return;
  }
  const before = known ? [{ ...known, from }] : [];
  report(file, verifyFile(fromCaller(file), { trusted, earlier: before }, say), json);
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

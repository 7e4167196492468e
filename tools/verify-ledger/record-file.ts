import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { sentenceOf } from '@quorate/record/rules';
import {
  type BrokenRecord,
  type CheckedRecord,
  type CheckedStamp,
  createRecordVerifier,
  joinVerdicts,
  type RecordOptions,
} from '@quorate/record/verify-record';
import { verifierKeyText } from '@quorate/tlog/note';

const CHUNK_BYTES = 1024 * 1024;
/** Progress is told of files that take longer than a glance, at every so many bytes. */
const STEP_BYTES = 64 * 1024 * 1024;

/** Whether a file begins as a record does; a ledger of before begins otherwise. */
export function isRecordFile(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(16);
    readSync(opened, start, 0, start.length, 0);
    return start.toString('latin1').startsWith('{"checkpoint":');
  } finally {
    closeSync(opened);
  }
}

/** A second thread takes longer to start than a smaller file takes to read. */
const SHARED_BYTES = 8 * 1024 * 1024;

/**
 * Verifies a record's file; two threads share the work on a large one.
 *
 * @param say takes progress
 * @throws the system's error when the file cannot be read
 */
export async function verifyRecordFile(
  file: string,
  options: RecordOptions,
  say: (line: string) => void,
): Promise<CheckedRecord | BrokenRecord> {
  const mayShare = process.permission?.has('worker') ?? true;
  if (!mayShare || statSync(file).size < SHARED_BYTES || options.meaning === false)
    return readRecordFile(file, options, say);
  const worker = new Worker(new URL('./meaning-worker.ts', import.meta.url), {
    workerData: { file },
  });
  const meaning = once(worker, 'message');
  // Its fault is thrown where its verdict is waited for.
  meaning.catch(() => {});
  try {
    const hashes = await readRecordFile(file, { ...options, half: 'hashes' }, say);
    const [verdict] = (await meaning) as [CheckedRecord | BrokenRecord];
    return joinVerdicts(hashes, verdict);
  } finally {
    await worker.terminate();
  }
}

/** Reads a record's file once, a chunk at a time. */
export async function readRecordFile(
  file: string,
  options: RecordOptions,
  say: (line: string) => void,
): Promise<CheckedRecord | BrokenRecord> {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const verifier = createRecordVerifier(options);
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let read = 0;
    for (let next = STEP_BYTES; ; ) {
      const count = readSync(opened, chunk, 0, CHUNK_BYTES, null);
      if (count === 0 || !verifier.push(chunk.subarray(0, count))) break;
      read += count;
      if (read < next) continue;
      say(`read ${megabytes(read)} of ${megabytes(size)} MB, ${verifier.entries()} entries`);
      next += STEP_BYTES;
    }
    return await verifier.end();
  } finally {
    closeSync(opened);
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

const HEADLINES = {
  verified: 'VERIFIED',
  consistent: 'CONSISTENT IN ITSELF, SIGNER NOT KNOWN',
} as const;

/** What was found, in lines for people. */
export function describeRecord(
  file: string,
  verdict: CheckedRecord | BrokenRecord,
  pinned: string | null,
): string[] {
  if (verdict.kind === 'broken') {
    const { entry, line } = verdict;
    const place = entry
      ? `line ${line}, entry ${entry.position} of the stream ${entry.stream} (${entry.kind})`
      : `line ${line}`;
    return [`BROKEN    ${file}`, `  ${place}: ${sentenceOf(verdict)}`];
  }
  return [
    `${HEADLINES[verdict.kind]}  ${file}`,
    ...factsOf(verdict),
    ...(pinned ? [pinned] : []),
    ...(verdict.kind === 'consistent'
      ? [
          "Anybody can make such a file with a key of their own. Give the log's key with --key, or believe this one",
          'from now on with --trust-on-first-use.',
        ]
      : []),
  ];
}

function factsOf(verdict: CheckedRecord): string[] {
  const { streams, kinds, unchecked, cosigned } = verdict;
  const named = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const left = Object.entries(unchecked).map(([rule, count]) => `${count} ${rule}`);
  const accounts = streams.map(({ id, entries, subject }) => `${entries} of ${subject ?? id}`);
  return [
    `  log        ${verdict.origin}, ${verdict.size} entries of everybody`,
    `  key        ${verifierKeyText(verdict.key)}`,
    `  made       ${verdict.madeAt}`,
    `  user       ${verdict.user ?? 'not said'}`,
    `  entries    ${verdict.entries}${accounts.length > 0 ? `: ${accounts.join(', ')}` : ''}`,
    `  kinds      ${named.join(', ') || 'none'}`,
    `  from, to   ${verdict.firstAt ?? '–'}, ${verdict.lastAt ?? '–'}`,
    `  erased     ${verdict.erased}`,
    `  withheld   ${verdict.withheld}`,
    `  witnesses  ${witnessesInWords(cosigned)}`,
    ...stampFacts(verdict.stamp),
    `  unchecked  ${left.join(', ') || 'nothing'}`,
  ];
}

function stampFacts(stamp: CheckedStamp | null): string[] {
  if (!stamp) return ['  stamp      none is in the file'];
  const { at, authority, size, vouched } = stamp;
  const said = `${authority} at ${at}: the first ${size} entries of the log existed then`;
  return vouched
    ? [`  stamp      by ${said}`]
    : [
        `  stamp      said to be by ${said}.`,
        "             Whether it is theirs is not known: give the authority's certificate with --tsa",
      ];
}

/** Who has cosigned a tree, and when. */
export function witnessesInWords(cosigned: CheckedRecord['cosigned']): string {
  const told = cosigned.map(({ name, at }) => `${name} at ${new Date(at * 1_000).toISOString()}`);
  return told.join(', ') || 'none that you named';
}

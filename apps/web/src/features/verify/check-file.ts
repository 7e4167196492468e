import { readCertificates } from '@quorate/record/stamps/certificates';
import {
  type BrokenRecord,
  type CheckedRecord,
  createRecordVerifier,
  loadStamps,
  MissingCodeError,
} from '@quorate/record/verify-record';
import { fromBase64 } from '@quorate/tlog/bytes';
import { readVerifierKey, type VerifierKey, verifierKeyText } from '@quorate/tlog/note';

/** A record that is verified or consistent; its key as people hand it on. */
export type CheckedFile = Readonly<Omit<CheckedRecord, 'key'> & { key: string }>;

/** What a file turned out to be; without a verdict, why there is none. */
export type Outcome =
  | CheckedFile
  | BrokenRecord
  | Readonly<{
      kind:
        | 'empty'
        /** A decision ledger, as it was kept before there was a record. */
        | 'ledger'
        /** It does not begin as a record does. */
        | 'other'
        | 'unreadable'
        | 'bad_key'
        /** The certificate of the authority of time is none. */
        | 'bad_certificate'
        /** The browser cannot verify signatures of logs. */
        | 'no_signatures'
        /** The service gives no such file, or none now. */
        | 'gone'
        | 'limited'
        | 'unreachable'
        /** The code of the check did not come, or not all of it. */
        | 'unloaded'
        | 'fault';
    }>;

export type CheckRequest = Readonly<{
  /** A file, or an address of this site that answers with one: it is verified while it arrives. */
  file: Blob | string;
  /** As people hand it on; empty where nobody knows it. */
  key: string;
  /** Certificates in PEM that the stamp of time has to be of, or lead to; null to leave open whose it is. */
  authority: Blob | null;
}>;

export type CheckProgress = Readonly<{ kind: 'progress'; read: number; entries: number }>;

const RECORD_START = '{"checkpoint":';
const LEDGER = /^\{[^\n]*"kind":"ledger"/;
/** Longer than the first line of a ledger. */
const START_BYTES = 16_384;
/** A glance, and few enough messages for a page to draw. */
const PROGRESS_EVERY_MS = 80;

/** Verifies a record while it is read: of a file of any size, only a few lines are in memory. */
export async function checkFile(
  request: CheckRequest,
  onProgress: (progress: CheckProgress) => void,
): Promise<Outcome> {
  try {
    return await check(request, onProgress);
  } catch (error) {
    if (error instanceof MissingCodeError) return { kind: 'unloaded' };
    throw error;
  }
}

async function check(
  { file, key: text, authority }: CheckRequest,
  onProgress: (progress: CheckProgress) => void,
): Promise<Outcome> {
  const key = text.trim() === '' ? null : readVerifierKey(text);
  if (key === null && text.trim() !== '') return { kind: 'bad_key' };
  if (!(await canVerifySignatures())) return { kind: 'no_signatures' };
  const authorities = authority ? await readAuthorities(authority) : [];
  if (authorities === null) return { kind: 'bad_certificate' };
  if (typeof file !== 'string') {
    if (file.size === 0) return { kind: 'empty' };
    const start = await read(() => file.slice(0, START_BYTES).text());
    if (start === null) return { kind: 'unreadable' };
    if (LEDGER.test(start)) return { kind: 'ledger' };
    if (!start.startsWith(RECORD_START)) return { kind: 'other' };
    return checkStream(file.stream(), { key, authorities }, onProgress);
  }
  const reply = await read(() => fetch(file, { cache: 'no-store' }));
  if (reply?.status === 404) return { kind: 'gone' };
  if (reply?.status === 429) return { kind: 'limited' };
  if (!reply?.ok || !reply.body) return { kind: 'unreachable' };
  const outcome = await checkStream(reply.body, { key, authorities }, onProgress);
  return outcome.kind === 'unreadable' ? { kind: 'unreachable' } : outcome;
}

async function checkStream(
  stream: ReadableStream<Uint8Array>,
  { key, authorities }: Readonly<{ key: VerifierKey | null; authorities: readonly Uint8Array[] }>,
  onProgress: (progress: CheckProgress) => void,
): Promise<Outcome> {
  const verifier = createRecordVerifier({ trusted: key ? [key] : [], authorities });
  const reader = stream.getReader();
  let bytes = 0;
  let toldAt = performance.now();
  for (;;) {
    const step = await read(() => reader.read());
    if (step === null) return { kind: 'unreadable' };
    if (step.done || !verifier.push(step.value)) break;
    bytes += step.value.byteLength;
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) continue;
    toldAt = performance.now();
    onProgress({ kind: 'progress', read: bytes, entries: verifier.entries() });
  }
  void reader.cancel().catch(() => undefined);
  onProgress({ kind: 'progress', read: bytes, entries: verifier.entries() });
  const verdict = await verifier.end();
  return verdict.kind === 'broken' ? verdict : { ...verdict, key: verifierKeyText(verdict.key) };
}

/** A chain of certificates takes some kilobytes. */
const CERTIFICATES_BYTES_MAX = 262_144;

/** @returns null for what holds no certificate */
async function readAuthorities(pem: Blob): Promise<Uint8Array[] | null> {
  const text = await read(() => pem.slice(0, CERTIFICATES_BYTES_MAX).text());
  const certificates = readCertificates(text ?? '');
  const { isCertificate } = await loadStamps();
  return certificates.length > 0 && certificates.every(isCertificate) ? certificates : null;
}

/** What is read; null for a file that was moved, changed or taken away meanwhile. */
async function read<T>(reading: () => Promise<T>): Promise<T | null> {
  try {
    return await reading();
  } catch {
    return null;
  }
}

/** Of RFC 8032, section 7.1. */
const SOME_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

/** Browsers learned Ed25519 from 2023 to 2025, and none offers it to pages without https. */
async function canVerifySignatures(): Promise<boolean> {
  try {
    const key = Uint8Array.from(fromBase64(SOME_KEY) ?? []);
    await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

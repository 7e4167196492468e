import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointText } from '@quorate/tlog/checkpoint';
import { createTreeHead, leafHash } from '@quorate/tlog/merkle';
import { noteText, signatureLine } from '@quorate/tlog/note';
import { consistencyProof } from '@quorate/tlog/proofs';
import { type RecordStamp, recordStamp } from '../stamps/stamped-note.ts';
import { readStampAnswer, stampQuery } from '../stamps/time-stamp.ts';
import type { MadeRecord, Signer } from './made-record.ts';

/** Whether OpenSSL is there, whose `ts` is an authority of time that knows nothing of ours. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export type Authority = Readonly<{
  /** The certificate of the root that has issued its own, and its own, in PEM. */
  rootPem: string;
  pem: string;
  /** Answers a query as it would over HTTP. OpenSSL refuses to where its certificate is not one that stamps. */
  answer(query: Uint8Array): Buffer;
  /** What OpenSSL says of a token, as the page about the record asks it. */
  verify(note: string, token: Uint8Array): string;
  /** Signs what a stamp says as no authority would. @param words of `openssl cms` */
  signOtherwise(token: Uint8Array, ...words: string[]): Buffer;
}>;

/**
 * An authority of time on this machine.
 *
 * @param folder an empty one, for its keys
 * @param usage what its certificate says that it may do
 */
export function newAuthority(
  folder: string,
  {
    name = 'Example Time Authority',
    usage = 'critical,timeStamping',
    key = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    digest = 'sha256',
    days = 30,
  } = {},
): Authority {
  mkdirSync(folder, { recursive: true });
  const run = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const named = (commonName: string) => ['-subj', `/O=Example/CN=${commonName}`];
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '30',
    ...named(`${name} Root`),
  );
  run('req', '-newkey', ...key, '-nodes', '-keyout', 'own.key', '-out', 'own.csr', ...named(name));
  write(
    'own.ext',
    `extendedKeyUsage=${usage}\nkeyUsage=critical,digitalSignature\nbasicConstraints=CA:FALSE\n`,
  );
  run(
    'x509',
    '-req',
    '-in',
    'own.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    'own.ext',
    '-out',
    'own.pem',
  );
  write('serial', '01\n');
  write(
    'ts.conf',
    `[tsa]
default_tsa=here
[here]
serial=serial
default_policy=1.2.3.4.1
digests=sha256
signer_digest=${digest}
ess_cert_id_alg=sha256
`,
  );
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    rootPem: read('root.pem'),
    pem: read('own.pem'),
    answer(query) {
      writeFileSync(join(folder, 'query'), query);
      run(
        'ts',
        '-reply',
        '-config',
        'ts.conf',
        '-section',
        'here',
        '-queryfile',
        'query',
        '-signer',
        'own.pem',
        '-inkey',
        'own.key',
        '-chain',
        'root.pem',
        '-out',
        'answer',
      );
      return readFileSync(join(folder, 'answer'));
    },
    verify(note, token) {
      writeFileSync(join(folder, 'note'), note);
      writeFileSync(join(folder, 'token'), token);
      const files = ['-data', 'note', '-in', 'token', '-token_in', '-CAfile', 'root.pem'];
      const { stdout, stderr } = spawnSync('openssl', ['ts', '-verify', ...files], {
        cwd: folder,
        encoding: 'utf8',
      });
      return stdout + stderr;
    },
    signOtherwise(token, ...words) {
      writeFileSync(join(folder, 'token'), token);
      run(
        'cms',
        '-verify',
        '-noverify',
        '-inform',
        'DER',
        '-in',
        'token',
        '-binary',
        '-out',
        'said',
      );
      const own = ['-signer', 'own.pem', '-inkey', 'own.key', '-md', 'sha256', '-out', 'signed'];
      run(
        'cms',
        '-sign',
        '-in',
        'said',
        '-binary',
        '-nodetach',
        '-outform',
        'DER',
        ...own,
        ...words,
      );
      return readFileSync(join(folder, 'signed'));
    },
  };
}

/** The token of an authority for a note. */
export function tokenOf(authority: Authority, note: string): Uint8Array {
  return readStampAnswer(
    authority.answer(stampQuery(note, crypto.getRandomValues(new Uint8Array(8)))),
  );
}

/**
 * The stamp of the tree of a record when it had so many entries, for a file made once more with it.
 *
 * @param signer whoever signs that tree: the record's log by default
 */
export async function madeStamp(
  { leaves, log }: MadeRecord,
  size: number,
  tokenFor: (note: string) => Uint8Array,
  signer: Signer = log,
): Promise<RecordStamp> {
  const rootOf = async (start: number, end: number) => {
    const head = createTreeHead();
    for (const leaf of leaves.slice(start, end)) head.add(leafHash(Buffer.from(leaf)));
    return head.root();
  };
  const text = checkpointText({ origin: signer.key.name, size, root: await rootOf(0, size) });
  const note = noteText(text, [signatureLine({ ...signer.key, bytes: signer.sign(text) })]);
  const proof = await consistencyProof(size, leaves.length, rootOf);
  return recordStamp(note, proof, tokenFor(note));
}

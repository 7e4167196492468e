import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  endStatement,
  GENESIS,
  type Head,
  headerLine,
  headStatement,
  keyIdOf,
  recordEnd,
  recordLine,
  recordStart,
  sha256,
  signedLine,
} from '../format.ts';

export type Signer = Readonly<{
  id: string;
  /** DER in base64. */
  publicKey: string;
  publicKeyObject: KeyObject;
  sign(text: string): string;
}>;

export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return {
    id: keyIdOf(der),
    publicKey: der.toString('base64'),
    publicKeyObject: publicKey,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

export const USER = '01890000-0000-7000-8000-000000000001';
export const MADE_AT = '2026-03-05T10:00:00.000Z';

/** A chain of made-up records, as text and hash. @param from the first that differs from every other chain */
export function makeChain(
  count: number,
  { padding = 0, from = Number.POSITIVE_INFINITY, mark = '' } = {},
): { text: string; hash: string }[] {
  const records: { text: string; hash: string }[] = [];
  let prev = GENESIS;
  for (let position = 1; position <= count; position += 1) {
    const said = position >= from ? mark : '';
    const body = `{"id":"d-${position}${said}","p_up":0.61,"reason":"Trend – „up“ ${'x'.repeat(padding)}"}`;
    const at = new Date(Date.UTC(2026, 2, 2) + position * 60_000).toISOString();
    const text = recordStart({ at, body, kind: 'decision' }) + recordEnd(position, prev);
    prev = sha256(text);
    records.push({ text, hash: prev });
  }
  return records;
}

/** A signed statement of a chain as of one of its records. */
export function keptHead(
  signer: Signer,
  chain: readonly { hash: string }[],
  records: number,
  differs: Partial<Head> = {},
): string {
  const statement = headStatement({
    user: USER,
    records,
    hash: chain[records - 1]?.hash ?? GENESIS,
    signedAt: MADE_AT,
    keyId: signer.id,
    ...differs,
  });
  return signedLine(statement, signer.sign(statement));
}

/** A file as the service makes it, line by line. */
export function ledgerLines(
  signer: Signer,
  chain: readonly { text: string; hash: string }[],
  {
    kept = [],
    keys = [signer],
    end = {},
  }: { kept?: readonly string[]; keys?: readonly Signer[]; end?: Partial<Head> } = {},
): string[] {
  const header = headerLine({
    user: USER,
    madeAt: MADE_AT,
    keys: keys.map(({ id, publicKey }) => ({ id, publicKey })),
  });
  const opening = [header, ...kept];
  const head = {
    user: USER,
    records: chain.length,
    hash: chain.at(-1)?.hash ?? GENESIS,
    signedAt: MADE_AT,
    keyId: signer.id,
    ...end,
  };
  const statement = endStatement(head, sha256(`${opening.join('\n')}\n`));
  return [
    ...opening,
    ...chain.map(({ text, hash }) => recordLine(text, hash)),
    signedLine(statement, signer.sign(statement)),
  ];
}

export function fileOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

import { fromBase64, fromHex, toBase64, toHex } from './bytes.ts';
import { sha256 } from './sha256.ts';

/** What a signature is made of (C2SP signed-note): a log's own, or a witness's with its time. */
export const SIGNATURE_TYPES = { ed25519: 1, cosignature: 4 } as const;
type SignatureType = (typeof SIGNATURE_TYPES)[keyof typeof SIGNATURE_TYPES];

/** A key that notes are verified with. */
export type VerifierKey = Readonly<{
  /** As an address without its scheme: 'example.com/log'. */
  name: string;
  /** 8 hex digits. */
  id: string;
  type: SignatureType;
  /** 32 bytes. */
  publicKey: Uint8Array;
}>;

export type NoteSignature = Readonly<{
  name: string;
  /** 8 hex digits. */
  id: string;
  bytes: Uint8Array;
}>;

/** A text with the lines that sign it. Nobody vouches for it before a signature was verified. */
export type Note = Readonly<{
  /** With its last line break. */
  text: string;
  signatures: readonly NoteSignature[];
}>;

const DASH = '\u2014';
const [LINE_BREAK, SPACE] = [0x0a, 0x20];
const ID_BYTES = 4;
const KEY_BYTES = 32;

/** More is no note of ours, and would only be parsed for nothing. */
const NOTE_CHARACTERS_MAX = 65_536;

/** @throws Error for a name that a note cannot hold */
export function verifierKey(
  name: string,
  publicKey: Uint8Array,
  type: SignatureType = SIGNATURE_TYPES.ed25519,
): VerifierKey {
  if (!isKeyName(name)) throw new Error(`'${name}' cannot be the name of a key`);
  if (publicKey.length !== KEY_BYTES) throw new Error('an Ed25519 key has 32 bytes');
  const described = new TextEncoder().encode(`${name}\n`);
  const hashed = sha256(Uint8Array.of(...described, type, ...publicKey));
  return { name, id: toHex(hashed.subarray(0, ID_BYTES)), type, publicKey };
}

/** @example 'example.com/log+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k' */
export function verifierKeyText({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(Uint8Array.of(type, ...publicKey))}`;
}

/** Reads a key as people hand it on. @returns null for what is none, or does not have the id that it says */
export function readVerifierKey(text: string): VerifierKey | null {
  const [name = '', id = '', ...rest] = text.trim().split('+');
  const bytes = fromBase64(rest.join('+'));
  if (!bytes || bytes.length !== 1 + KEY_BYTES || !isKeyName(name)) return null;
  const type = Object.values(SIGNATURE_TYPES).find((known) => known === bytes[0]);
  if (!type) return null;
  const key = verifierKey(name, bytes.subarray(1), type);
  return key.id === id ? key : null;
}

/** A line that signs, with its line break. */
export function signatureLine({ name, id, bytes }: NoteSignature): string {
  return `${DASH} ${name} ${toBase64(Uint8Array.of(...(fromHex(id) ?? []), ...bytes))}\n`;
}

/** @param lines of signatures, with their line breaks */
export function noteText(text: string, lines: readonly string[]): string {
  return `${text}\n${lines.join('')}`;
}

/** @returns null for what is no signed note */
export function readNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > NOTE_CHARACTERS_MAX || !note.endsWith('\n') || hasControls(note))
    return null;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(readSignatureLine);
  return signatures.every((one) => one !== null)
    ? { text: note.slice(0, end + 1), signatures }
    : null;
}

/** @param line without its line break */
export function readSignatureLine(line: string): NoteSignature | null {
  const [dash, name = '', signature = '', ...more] = line.split(' ');
  const bytes = fromBase64(signature);
  if (dash !== DASH || more.length > 0 || !isKeyName(name) || !bytes || bytes.length <= ID_BYTES)
    return null;
  return { name, id: toHex(bytes.subarray(0, ID_BYTES)), bytes: bytes.subarray(ID_BYTES) };
}

/**
 * Verifies what a key has signed of a note.
 *
 * @returns what the signature says, or why it does not count: 'absent' where the key has not signed
 */
export async function verifyNote(
  { text, signatures }: Note,
  key: VerifierKey,
): Promise<{ kind: 'signed'; at: number | null } | { kind: 'absent' } | { kind: 'false' }> {
  const own = signatures.find(({ name, id }) => name === key.name && id === key.id);
  if (!own) return { kind: 'absent' };
  const told = key.type === SIGNATURE_TYPES.cosignature ? readCosignature(own.bytes) : null;
  const [message, signature] = told
    ? [cosignedText(text, told.seconds), told.signature]
    : [text, own.bytes];
  if (key.type === SIGNATURE_TYPES.cosignature && !told) return { kind: 'false' };
  return (await isSignedBy(key.publicKey, message, signature))
    ? { kind: 'signed', at: told?.seconds ?? null }
    : { kind: 'false' };
}

/** What a witness signs: that it saw this tree at this time, and none that contradicts it. */
export function cosignedText(text: string, seconds: number): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`;
}

/** The bytes of a witness's signature: its time, then Ed25519 over `cosignedText`. */
export function cosignature(seconds: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds));
  bytes.set(signature, 8);
  return bytes;
}

function readCosignature(bytes: Uint8Array): { seconds: number; signature: Uint8Array } | null {
  if (bytes.length !== 8 + 64) return null;
  const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  return Number.isSafeInteger(seconds) ? { seconds, signature: bytes.subarray(8) } : null;
}

async function isSignedBy(
  publicKey: Uint8Array,
  message: string,
  signature: Uint8Array,
): Promise<boolean> {
  const raw = Uint8Array.from(publicKey);
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  const bytes = Uint8Array.from(new TextEncoder().encode(message));
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), bytes);
}

function isKeyName(name: string): boolean {
  return name !== '' && !/[\p{White_Space}+]/u.test(name);
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < SPACE && code !== LINE_BREAK) return true;
  }
  return !text.isWellFormed();
}

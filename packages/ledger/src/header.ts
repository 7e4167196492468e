import { createPublicKey, type KeyObject } from 'node:crypto';
import { keyIdOf } from './format.ts';
import { parseObject } from './signed-line.ts';

export type Header = Readonly<{
  user: string;
  madeAt: string;
  /** By id. */
  keys: ReadonlyMap<string, KeyObject>;
}>;

/** Reads the first line of a file. @returns the header, or what is wrong */
export function readHeader(line: string): { header: Header } | { fault: string } {
  const said = parseObject(line);
  if (said?.kind !== 'ledger') return { fault: 'this is not the first line of a ledger' };
  if (said.v !== 1) return { fault: `version ${String(said.v)} of the format is not known here` };
  const { user, made_at, keys } = said;
  if (typeof user !== 'string' || typeof made_at !== 'string' || !Array.isArray(keys))
    return { fault: 'the first line lacks its user, its time or its keys' };
  const byId = new Map<string, KeyObject>();
  for (const each of keys as { id?: unknown; public_key?: unknown }[]) {
    const key = readKey(each?.public_key);
    if (key === null) return { fault: 'a key of the first line is not an Ed25519 key' };
    const id = idOfKey(key);
    if (each.id !== id)
      return { fault: `a key of the first line is called ${String(each.id)}, and is ${id}` };
    byId.set(id, key);
  }
  return { header: { user, madeAt: made_at, keys: byId } };
}

/** First 16 hex digits of the SHA-256 of a public key. */
export function idOfKey(key: KeyObject): string {
  return keyIdOf(key.export({ format: 'der', type: 'spki' }));
}

function readKey(text: unknown): KeyObject | null {
  if (typeof text !== 'string') return null;
  try {
    const der = Buffer.from(text, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

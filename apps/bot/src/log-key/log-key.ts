import { join } from 'node:path';
import { comparePinned } from '@quorate/record/key-chain';
import { pinKey, readKnownLogs } from '@quorate/record/known-logs';
import { readVerifierKey, type VerifierKey, verifierKeyText } from '@quorate/tlog/note';
import { z } from 'zod';
import { messageOf } from '../error-text.ts';

export type LogKeyDeps = Readonly<{
  fetch: typeof fetch;
  /** Base address of the service. */
  service: string;
  dataDir: string;
}>;

/** What was found of the key that a service signs its public log with. */
export type FoundLogKey = Readonly<
  | { kind: 'first' | 'same' | 'followed'; key: string }
  /** Nothing that the pinned key has signed leads to the served one. */
  | { kind: 'changed'; pinned: string; served: string }
  /** Nothing can be said now: the service is away, has no log, or the file cannot be read. */
  | { kind: 'unknown'; why: string }
>;

const KEY_PATH = '/.well-known/log-key';
const WAIT_MS = 10_000;
/** Notes of a hundred changes. */
const ANSWER_MAX = 200_000;
const changes = z.array(z.string());

/** The pinned key of each service is a file of its own in the data folder, named by the address. */
export function pinnedKeyFile(dataDir: string, service: string): string {
  return join(dataDir, 'log-keys', encodeURIComponent(service.replace(/^[a-z]+:\/\//, '')));
}

/** The key that was pinned for a service. @returns null where none was @throws Error for a file that holds something else */
export function pinnedKey(dataDir: string, service: string): VerifierKey | null {
  return readKnownLogs(pinnedKeyFile(dataDir, service)).at(-1) ?? null;
}

/**
 * Reads the key of the service's log and compares it with the one that was pinned: on first use it is pinned, a change that
 * the pinned key has signed is followed, any other is told and the pinned key stays.
 */
export async function lookAtLogKey(deps: LogKeyDeps): Promise<FoundLogKey> {
  const { service, dataDir } = deps;
  try {
    const served = await readServedKey(deps);
    const pinned = pinnedKey(dataDir, service);
    const found = await comparePinned(pinned, served, () => readChanges(deps));
    const { now } = found;
    if (found.kind === 'changed')
      return {
        kind: 'changed',
        pinned: verifierKeyText(found.pinned),
        served: verifierKeyText(now),
      };
    if (found.kind !== 'same') pinKey(pinnedKeyFile(dataDir, service), now);
    return { kind: found.kind, key: verifierKeyText(now) };
  } catch (error) {
    return { kind: 'unknown', why: messageOf(error) };
  }
}

/**
 * Pins another key knowingly: the one that somebody has read and compared.
 *
 * @throws Error for what is no key, or where the disk refuses
 */
export function acceptLogKey(dataDir: string, service: string, text: string): void {
  const key = readVerifierKey(text);
  if (!key) throw new Error(`${text.slice(0, 100)} is no key of a log`);
  pinKey(pinnedKeyFile(dataDir, service), key);
}

async function readServedKey(deps: LogKeyDeps): Promise<VerifierKey> {
  const key = readVerifierKey(await readText(deps, KEY_PATH));
  if (!key) throw new Error(`${deps.service}${KEY_PATH} answered no key`);
  return key;
}

async function readChanges(deps: LogKeyDeps): Promise<readonly string[]> {
  return changes.parse(JSON.parse(await readText(deps, `${KEY_PATH}/changes`)));
}

async function readText({ fetch, service }: LogKeyDeps, path: string): Promise<string> {
  const reply = await fetch(`${service}${path}`, {
    signal: AbortSignal.timeout(WAIT_MS),
    redirect: 'error',
  });
  if (!reply.ok) {
    await reply.body?.cancel();
    throw new Error(`${service}${path} answered ${reply.status}`);
  }
  const text = await reply.text();
  if (text.length > ANSWER_MAX) throw new Error(`${service}${path} answered too much`);
  return text;
}

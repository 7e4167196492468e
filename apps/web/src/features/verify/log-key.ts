import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

const PATH = '/.well-known/log-key';
const KEPT = 'log-key';
const TIMEOUT_MS = 10_000;
/** The form of a key; whether it is one, the verifier says. */
const FORM = /^\S+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{40,60}$/;

/** The key of this site's log, as far as it is known. */
export type LogKey =
  | Readonly<{ kind: 'reading' | 'unknown' }>
  /** `at`, ISO 8601: it was read before, and could not be read now. */
  | Readonly<{ kind: 'known'; key: string; at: string | null }>;

/** Reads the key of the log of this site, and keeps it for a time without a network. */
export function useLogKey(): LogKey {
  const [known, setKnown] = useState<LogKey>({ kind: 'reading' });
  useEffect(() => {
    const leave = new AbortController();
    fetchLogKey(leave.signal).then(
      (key) => {
        writeStored(KEPT, JSON.stringify({ key, at: new Date().toISOString() }));
        setKnown({ kind: 'known', key, at: null });
      },
      () => {
        if (!leave.signal.aborted) setKnown(keptLogKey());
      },
    );
    return () => leave.abort();
  }, []);
  return known;
}

async function fetchLogKey(leave: AbortSignal): Promise<string> {
  const signal = AbortSignal.any([leave, AbortSignal.timeout(TIMEOUT_MS)]);
  const reply = await fetch(PATH, { signal, cache: 'no-store' });
  const key = (await reply.text()).trim();
  if (!reply.ok || !FORM.test(key)) throw new Error(`${PATH} answered ${reply.status}`);
  return key;
}

function keptLogKey(): LogKey {
  try {
    const { key, at } = JSON.parse(readStored(KEPT) ?? '');
    if (typeof key === 'string' && FORM.test(key) && Number.isFinite(Date.parse(at)))
      return { kind: 'known', key, at };
  } catch {
    // Nothing was kept, or something else.
  }
  return { kind: 'unknown' };
}

/** Whether a text could be a key at all. */
export function isKeyForm(text: string): boolean {
  return FORM.test(text.trim());
}

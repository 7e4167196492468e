import { useEffect, useRef, useState } from 'react';
import type { CheckProgress, CheckRequest } from './check-file.ts';
import type { PageOutcome } from './use-verification.ts';

export type AddressCheck =
  | Readonly<{ kind: 'idle' | 'cancelled' }>
  | Readonly<{ kind: 'checking'; read: number; entries: number }>
  | Readonly<{
      kind: 'done';
      read: number;
      seconds: number;
      usedKey: string;
      outcome: PageOutcome;
    }>;

/** Verifies a record while it arrives from this site, in a worker: to cancel is to end it. */
export function useAddressCheck(address: string) {
  const [state, setState] = useState<AddressCheck>({ kind: 'idle' });
  const running = useRef<Worker>(null);
  const end = () => {
    running.current?.terminate();
    running.current = null;
  };
  useEffect(() => () => running.current?.terminate(), []);

  const verify = (key: string, authority: Blob | null = null) => {
    end();
    const began = performance.now();
    let read = 0;
    const done = (outcome: PageOutcome) => {
      end();
      const seconds = (performance.now() - began) / 1_000;
      setState({ kind: 'done', read, seconds, usedKey: key, outcome });
    };
    setState({ kind: 'checking', read, entries: 0 });
    const worker = new Worker(new URL('./record-worker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<PageOutcome | CheckProgress>) => {
      if (running.current !== worker) return;
      if (data.kind !== 'progress') return done(data);
      read = data.read;
      setState({ kind: 'checking', read, entries: data.entries });
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (running.current === worker) done({ kind: 'unloaded' });
    });
    const file = new URL(address, location.href).href;
    worker.postMessage({ file, key, authority } satisfies CheckRequest);
  };

  return {
    state,
    verify,
    cancel: () => {
      end();
      setState({ kind: 'cancelled' });
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import type { CheckProgress, CheckRequest, Outcome } from './check-file.ts';

/** What the page says beside what a worker finds. */
export type PageOutcome =
  | Outcome
  /** Several files at once. */
  | Readonly<{ kind: 'several' }>;

export type Verification =
  | Readonly<{ kind: 'idle' | 'cancelled' }>
  | Readonly<{ kind: 'checking'; file: File; read: number; entries: number }>
  | Readonly<{ kind: 'done'; file: File; usedKey: string; seconds: number; outcome: PageOutcome }>;

type VerifyWith = Readonly<{
  key: string;
  /** See `CheckRequest`. */
  authority?: Blob | undefined;
}>;

/** One file at a time is verified in a worker of its own, whose code is loaded with it. */
export function useVerification() {
  const [state, setState] = useState<Verification>({ kind: 'idle' });
  const running = useRef<Worker>(null);
  const end = () => {
    running.current?.terminate();
    running.current = null;
  };
  useEffect(() => () => running.current?.terminate(), []);

  const verify = (file: File, { key, authority }: VerifyWith) => {
    end();
    const began = performance.now();
    const done = (outcome: PageOutcome) => {
      end();
      const seconds = (performance.now() - began) / 1_000;
      setState({ kind: 'done', file, usedKey: key, seconds, outcome });
    };
    setState({ kind: 'checking', file, read: 0, entries: 0 });
    const worker = new Worker(new URL('./record-worker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome | CheckProgress>) => {
      if (running.current !== worker) return;
      if (data.kind === 'progress') setState({ ...data, kind: 'checking', file });
      else done(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (running.current === worker) done({ kind: 'unloaded' });
    });
    worker.postMessage({ file, key, authority: authority ?? null } satisfies CheckRequest);
  };

  return {
    state,
    verify,
    cancel: () => {
      end();
      setState({ kind: 'cancelled' });
    },
    refuse: (file: File, outcome: PageOutcome) => {
      end();
      setState({ kind: 'done', file, usedKey: '', seconds: 0, outcome });
    },
  };
}

import { useEffect, useState } from 'react';

export type Load<T> = {
  /** What came last; it stays while a later attempt runs or fails. Null until something came. */
  data: T | null;
  /** What the last attempt that ended threw. */
  error: unknown;
  busy: boolean;
  again: () => void;
};

/**
 * Loads when the page shows, once, and again when told to. For public pages, which one call does not
 * make worth a query library.
 *
 * @param load the same function every time: another one loads again
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>): Load<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ data: T | null; error: unknown; busy: boolean }>({
    data: null,
    error: null,
    busy: true,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what runs it again.
  useEffect(() => {
    const leave = new AbortController();
    setState((now) => ({ ...now, busy: true }));
    load(leave.signal).then(
      (data) => {
        if (!leave.signal.aborted) setState({ data, error: null, busy: false });
      },
      (error: unknown) => {
        if (!leave.signal.aborted) setState((now) => ({ data: now.data, error, busy: false }));
      },
    );
    return () => leave.abort();
  }, [load, attempt]);

  return { ...state, again: () => setAttempt((last) => last + 1) };
}

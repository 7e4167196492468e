export type UnderWay = Readonly<{
  /** Waits for the work that runs under a name; undefined when none does, or what does is ending unwanted. */
  join(name: string, gone: AbortSignal): Promise<unknown> | undefined;
  /**
   * Runs work under a name that nothing runs under, until it has ended.
   *
   * @param work its signal is aborted as soon as everybody who waits for it has gone
   */
  run<T>(name: string, gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}>;

type Running = { result: Promise<unknown>; waiting: number; readonly unwanted: AbortController };

/** Which work is being done now, so that those who want the same can wait for it. */
export function createUnderWay(): UnderWay {
  const running = new Map<string, Running>();

  function forget(name: string, each: Running): void {
    if (running.get(name) === each) running.delete(name);
  }

  function leave(name: string, each: Running): void {
    each.waiting -= 1;
    if (each.waiting > 0) return;
    // Whoever comes now starts anew: what has been told to end cannot be kept alive.
    forget(name, each);
    each.unwanted.abort();
  }

  /** Counts one who waits, until the work has ended: a connection that closes afterwards leaves nothing. */
  function wait(name: string, each: Running, gone: AbortSignal): void {
    if (gone.aborted) return;
    each.waiting += 1;
    const left = () => leave(name, each);
    gone.addEventListener('abort', left, { once: true });
    const ended = () => gone.removeEventListener('abort', left);
    each.result.then(ended, ended);
  }

  return {
    join(name, gone) {
      const each = running.get(name);
      if (!each) return undefined;
      wait(name, each, gone);
      return each.result;
    },
    run(name, gone, work) {
      const unwanted = new AbortController();
      if (gone.aborted) unwanted.abort();
      const result = work(unwanted.signal).finally(() => forget(name, each));
      const each: Running = { result, waiting: 0, unwanted };
      if (!gone.aborted) running.set(name, each);
      wait(name, each, gone);
      return result;
    },
  };
}

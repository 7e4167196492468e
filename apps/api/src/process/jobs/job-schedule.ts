/** When one job runs on this copy of the service; times are those of `performance.now()`. */
export type JobSchedule = Readonly<{
  /** It may begin turns until then; where it was not held before, the first is due in `dueInMs`. */
  hold(until: number, dueInMs: number): void;
  /** Begins no more turns. One that runs goes on. */
  lose(): void;
  /** When the turn began that runs now; null: none does. */
  runsSince(): number | null;
  /** Settles once nothing runs. */
  idle(): Promise<void>;
}>;

/** Node takes a longer one for 1 ms. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Runs a job at its own pace while it is held. A turn that is due while the one before still runs is left
 * out. @param run never rejects; it is told when the next turn will be
 */
export function createJobSchedule(
  everyMs: number,
  run: (nextAt: () => number) => Promise<void>,
): JobSchedule {
  let heldUntil = Number.NEGATIVE_INFINITY;
  let dueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: { since: number; done: Promise<void> } | null = null;

  function arm(): void {
    clearTimeout(timer);
    const waitMs = Math.min(Math.max(0, dueAt - performance.now()), LONGEST_TIMEOUT_MS);
    timer = setTimeout(begin, waitMs);
  }

  function begin(): void {
    timer = undefined;
    const since = performance.now();
    // A process that was stopped for a while finds here that its time is over.
    if (running || since >= heldUntil) return;
    if (since < dueAt) {
      arm();
      return;
    }
    const done = run(() => nextAfter(since)).finally(() => {
      running = null;
      dueAt = nextAfter(since);
      if (performance.now() < heldUntil) arm();
    });
    running = { since, done };
  }

  function nextAfter(since: number): number {
    const turns = Math.max(1, Math.ceil((performance.now() - since) / everyMs));
    return since + turns * everyMs;
  }

  return {
    hold(until, dueInMs) {
      const now = performance.now();
      const again = now >= heldUntil || (!timer && !running);
      heldUntil = until;
      if (!again) return;
      dueAt = now + Math.min(Math.max(0, dueInMs), everyMs);
      if (!running) arm();
    },
    lose() {
      heldUntil = Number.NEGATIVE_INFINITY;
      clearTimeout(timer);
      timer = undefined;
    },
    runsSince: () => running?.since ?? null,
    idle: async () => {
      await running?.done;
    },
  };
}

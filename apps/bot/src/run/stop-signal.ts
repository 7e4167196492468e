/** Why a run ends before its candles do. */
export type StopReason =
  | Readonly<{ kind: 'interrupted' }>
  /** `bot stop`: what was wanted, and no disturbance. */
  | Readonly<{ kind: 'asked' }>
  /** The service no longer knows this bot. */
  | Readonly<{ kind: 'signed-out' }>
  | Readonly<{ kind: 'service-unreachable'; message: string }>
  | Readonly<{ kind: 'plan-limit' }>;

/** Asks a run to end at the next bar. */
export type StopSignal = Readonly<{
  /** The first reason; a plan limit, which ends a run in order, gives way to whatever disturbs that end. */
  reason(): StopReason | null;
  stop(reason: StopReason): void;
  /** Aborted when a person or the system ends the run, so that waiting for the service ends, too. */
  interrupted: AbortSignal;
}>;

const ENDS_AT_ONCE: ReadonlySet<StopReason['kind']> = new Set([
  'interrupted',
  'asked',
  'signed-out',
]);

export function createStopSignal(): StopSignal {
  const controller = new AbortController();
  let first: StopReason | null = null;
  return {
    reason: () => first,
    stop(reason) {
      if (first === null || first.kind === 'plan-limit') first = reason;
      if (ENDS_AT_ONCE.has(reason.kind)) controller.abort();
    },
    interrupted: controller.signal,
  };
}

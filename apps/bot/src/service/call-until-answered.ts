import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import type { Clock } from '@quorate/trading/loop/ports';
import { t } from '../words.ts';
import { callEndpoint, type HttpDeps, type ServiceRefusal } from './call-endpoint.ts';

export type PatientDeps = Readonly<{
  http: HttpDeps;
  clock: Clock;
  /** Resolves early, without a fault, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
  /** A line for the person who watches. */
  notify(line: string): void;
  giveUpAfterMs: number;
  /**
   * Whether a person has just started this and can still be told: where something else answers at the
   * address, or a rate limit holds longer than `giveUpAfterMs`, waiting helps nobody.
   */
  firstCall?: boolean;
  /** Ends waiting; a call that is under way is let finish. */
  stop: AbortSignal;
}>;

export type PatientOutcome<R> =
  | Readonly<{ kind: 'ok'; reply: R }>
  | ServiceRefusal
  | Readonly<{ kind: 'gave-up'; reason: string }>
  | Readonly<{ kind: 'stopped' }>;

/** Where a rate limit names no time, the service counts by the minute. */
const RATE_LIMIT_WAIT_MS = 5_000;

/**
 * Makes a call until the service has answered it. Every call of the bot may be sent twice without
 * changing anything, so an attempt whose fate is unknown is simply sent again.
 *
 * @returns `gave-up` when the service was out of reach for `giveUpAfterMs` on end, `stopped` when waiting was ended
 */
export async function callUntilAnswered<E extends Endpoint>(
  deps: PatientDeps,
  endpoint: E,
  input: CallInput<E>,
  token: string | null = null,
): Promise<PatientOutcome<Reply<E>>> {
  let failures = 0;
  let failingSince = 0;
  for (;;) {
    const outcome = await callEndpoint(deps.http, endpoint, input, token);
    if (outcome.kind === 'ok') return outcome;
    if (outcome.kind === 'refused') {
      const waitMs = outcome.retryAfterMs ?? RATE_LIMIT_WAIT_MS;
      if (outcome.status !== 429 || (deps.firstCall && waitMs > deps.giveUpAfterMs)) return outcome;
      failures = 0;
      deps.notify(t`${{ message: outcome.message }} Waiting ${{ seconds: seconds(waitMs) }}.`);
      await deps.sleep(waitMs, deps.stop);
    } else {
      if (deps.firstCall && outcome.elsewhere) return { kind: 'gave-up', reason: outcome.reason };
      failures++;
      const now = deps.clock.now();
      if (failures === 1) failingSince = now;
      const waitMs = Math.max(backoffMs(failures, deps.random()), outcome.retryAfterMs ?? 0);
      const leftMs = deps.giveUpAfterMs - (now - failingSince);
      if (waitMs > leftMs) return { kind: 'gave-up', reason: outcome.reason };
      if (!deps.stop.aborted) {
        deps.notify(
          t`The service at ${{ service: deps.http.service }} is out of reach: ${{ reason: outcome.reason }}. ` +
            t`Trying again in ${{ seconds: seconds(waitMs) }}, for another ${{ left: seconds(leftMs) }} at most.`,
        );
        await deps.sleep(waitMs, deps.stop);
      }
    }
    if (deps.stop.aborted) return { kind: 'stopped' };
  }
}

/** @example seconds(1500) // '1.5 s' */
function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}

const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * The wait before attempt number `failures` + 1: 0.5 s doubling to 15 s, of which a random half is
 * taken off, so that bots that lost one service do not come back in one moment.
 *
 * @param failures failed attempts so far, from 1
 * @param random 0 to 1
 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}

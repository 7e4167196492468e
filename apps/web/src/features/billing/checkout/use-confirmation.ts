import { upgradePlan } from '@quorate/contract/checkout';
import type { PlanName } from '@quorate/contract/plans';
import { useEffect, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { BASE_PATH } from '../../../lib/base-path.ts';

export type Confirmation =
  | { kind: 'confirming' | 'pending' | 'settled'; transactionId: string }
  | { kind: 'failed'; transactionId: string; error: unknown };

/** What becomes of a payment after the provider took it. Null: nothing has been paid yet. */
export function useConfirmation(planName: PlanName): {
  confirmation: Confirmation | null;
  /** The first payment counts: the provider may tell twice. */
  confirm: (transactionId: string) => void;
  again: () => void;
} {
  const [request, setRequest] = useState<{ transactionId: string } | null>(null);
  const [state, setState] = useState<Confirmation | null>(null);

  useEffect(() => {
    if (!request) return;
    const { transactionId } = request;
    const leave = new AbortController();
    setState({ kind: 'confirming', transactionId });
    confirmPayment(
      { planName, transactionId },
      { signal: leave.signal, onPending: () => setState({ kind: 'pending', transactionId }) },
    ).then(
      (outcome) => {
        if (leave.signal.aborted) return;
        setState({ kind: 'settled', transactionId });
        const payment = outcome === 'active' ? 'success' : 'pending';
        // Another document, in place of this one: nobody comes back to a checkout that is paid.
        window.location.replace(`${BASE_PATH}/dashboard?payment=${payment}`);
      },
      (error: unknown) => {
        if (!leave.signal.aborted) setState({ kind: 'failed', transactionId, error });
      },
    );
    return () => leave.abort();
  }, [planName, request]);

  return {
    confirmation: state,
    confirm: (transactionId) => setRequest((now) => now ?? { transactionId }),
    again: () => setRequest((now) => now && { ...now }),
  };
}

const ASK_EVERY_MS = 2_000;
const LIMIT_MS = 60_000;

type ConfirmOptions = {
  signal: AbortSignal;
  /** The service has the payment, and the provider is still at work. */
  onPending: () => void;
};

/**
 * Asks the service for the plan that was paid, again and again while that is not settled. The service goes
 * on by itself, so that giving up here loses nothing.
 *
 * @returns `pending` when it is not settled after a minute
 * @throws ApiError when the service refuses, or could not be reached for a minute
 */
async function confirmPayment(
  payment: { planName: PlanName; transactionId: string },
  { signal, onPending }: ConfirmOptions,
): Promise<'active' | 'pending'> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  const body = { plan_name: payment.planName, transaction_id: payment.transactionId };
  let unreached: ApiError | null = null;
  try {
    while (!limit.signal.aborted) {
      try {
        const both = AbortSignal.any([signal, limit.signal]);
        const { status } = await callApi(upgradePlan, { body }, { signal: both });
        if (status === 'active') return status;
        unreached = null;
        onPending();
      } catch (error) {
        if (signal.aborted) throw error;
        if (limit.signal.aborted) break;
        if (!mayPass(error)) throw error;
        unreached = error;
      }
      await pause(ASK_EVERY_MS);
      signal.throwIfAborted();
    }
  } finally {
    clearTimeout(timer);
  }
  if (unreached !== null) throw unreached;
  return 'pending';
}

/** Whether the same call may well do better in a moment. */
function mayPass(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.status === null || error.status >= 500 || error.code === 'rate_limited';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

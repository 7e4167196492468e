import type { PlanName } from '@quorate/contract/plans';
import { useEffect, useState } from 'react';
import { confirmPayment } from './confirm-payment.ts';

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
        window.location.replace(`/dashboard?payment=${payment}`);
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

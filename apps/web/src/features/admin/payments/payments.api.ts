import {
  type AdminPaymentDetail,
  getAdminPayment,
  listAdminPayments,
  lookUpPayment,
  refundPayment,
} from '@quorate/contract/admin-payments';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export type PaymentQuery = NonNullable<CallInput<typeof listAdminPayments>['query']>;

/** A refund that was asked for is told to the provider within a second or two, most of the time. */
const ASKED_MS = 2_000;
/** One that was told waits for the provider, who decides within minutes. */
const PENDING_MS = 10_000;

export function usePayments(operatorId: string, query: PaymentQuery) {
  return useQuery({
    queryKey: ['operator', operatorId, 'payments', query],
    queryFn: ({ signal }) => callApi(listAdminPayments, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function usePayment(operatorId: string, transactionId: string) {
  return useQuery({
    queryKey: ['operator', operatorId, 'payment', transactionId],
    queryFn: ({ signal }) =>
      callApi(getAdminPayment, { params: { transaction_id: transactionId } }, { signal }),
    refetchInterval: ({ state }) => waitMs(state.data),
  });
}

/** @returns after how long it is looked at again */
function waitMs(detail: AdminPaymentDetail | undefined): number | false {
  if (detail?.refund.state === 'asked') return ASKED_MS;
  return detail?.refund.state === 'pending' && PENDING_MS;
}

/** What can be done with one payment; each puts its answer where the page reads it. */
export function usePaymentActs(operatorId: string, transactionId: string) {
  const queryClient = useQueryClient();
  const params = { transaction_id: transactionId };
  const queryKey = ['operator', operatorId, 'payment', transactionId];
  const show = async (detail: AdminPaymentDetail) => {
    queryClient.setQueryData(queryKey, detail);
    await queryClient.invalidateQueries({ queryKey: ['operator', operatorId, 'payments'] });
  };
  return {
    refund: async (reason: string, amount: number) => {
      const answer = await callApi(refundPayment, { params, body: { reason, amount } }).catch(
        (error: unknown) => {
          // It may be under way though its answer was lost, or somebody else may have asked for it.
          void queryClient.invalidateQueries({ queryKey });
          throw error;
        },
      );
      await show(answer);
      return answer.refund.state;
    },
    lookUp: async (action_id: string, reason: string) => {
      const answer = await callApi(lookUpPayment, { params, body: { action_id, reason } });
      await show(answer);
      return answer.looked_up;
    },
  };
}

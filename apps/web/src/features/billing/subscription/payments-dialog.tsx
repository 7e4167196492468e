import { Dialog } from '@quorate/ui/dialog';
import { EmptyState } from '@quorate/ui/empty-state';
import { SettingList } from '@quorate/ui/setting-row';
import { Spinner } from '@quorate/ui/spinner';
import { useEffect, useEffectEvent, useState } from 'react';
import { Pagination } from '../../../ui/pagination.tsx';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { PaymentRow } from './payment-row.tsx';
import { usePayments } from './subscription.api.ts';

type PaymentsDialogProps = { userId: string; timeZone: string; onClose: () => void };

/** Every bill with its invoice, newest first. */
export function PaymentsDialog({ userId, timeZone, onClose }: PaymentsDialogProps) {
  const [page, setPage] = useState(1);
  const payments = usePayments(userId, page);
  const { data, isPlaceholderData } = payments;

  const last = data && !isPlaceholderData ? data.pagination.total_pages : null;
  const beyond = last !== null && last > 0 && page > last;
  const goBack = useEffectEvent((to: number) => setPage(to));
  useEffect(() => {
    if (beyond && last !== null) goBack(last);
  }, [beyond, last]);

  return (
    <Dialog title="Payments" onClose={onClose} wide>
      <div className="min-h-[16rem]">
        {payments.isError && (
          <div className="mb-4">
            <RetryNotice
              title="Failed to load your payments"
              error={payments.error}
              onRetry={() => void payments.refetch()}
              busy={payments.isFetching}
            />
          </div>
        )}
        {data ? (
          data.pagination.total === 0 ? (
            <EmptyState title="No payments yet">
              Every bill of a paid plan stands here, with its invoice.
            </EmptyState>
          ) : (
            <div
              aria-busy={isPlaceholderData}
              className={isPlaceholderData ? 'opacity-60' : undefined}
            >
              <SettingList label={`Payments, days in ${timeZone}`}>
                {data.payments.map((payment) => (
                  <PaymentRow key={payment.transaction_id} payment={payment} timeZone={timeZone} />
                ))}
              </SettingList>
              <div className="mt-4">
                <Pagination page={data.pagination} noun="payments" onPage={setPage} />
              </div>
            </div>
          )
        ) : (
          !payments.isError && (
            <div className="grid min-h-[16rem] place-items-center">
              <Spinner label="Loading your payments" />
            </div>
          )
        )}
      </div>
    </Dialog>
  );
}

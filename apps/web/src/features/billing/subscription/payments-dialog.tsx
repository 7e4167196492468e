import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { openInvoice, type Payment } from '@quorate/contract/subscription';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatMoney } from '@quorate/ui/format';
import { SettingList } from '@quorate/ui/setting-row';
import { Spinner } from '@quorate/ui/spinner';
import { formatDay } from '@quorate/ui/time-format';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { Pagination } from '../../../ui/pagination.tsx';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { ProviderPageNotice, useProviderPage } from './provider-page.tsx';
import { usePayments } from './subscription.api.ts';
import { PAYMENT_STATUS } from './subscription-words.ts';

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
    <Dialog title={t`Payments`} onClose={onClose} wide>
      <div className="min-h-[16rem]">
        {payments.isError && (
          <div className="mb-4">
            <RetryNotice
              title={t`Failed to load your payments`}
              error={payments.error}
              onRetry={() => void payments.refetch()}
              busy={payments.isFetching}
            />
          </div>
        )}
        {data ? (
          data.pagination.total === 0 ? (
            <EmptyState
              title={t`No payments yet`}
            >{t`Every bill of a paid plan stands here, with its invoice.`}</EmptyState>
          ) : (
            <div
              aria-busy={isPlaceholderData}
              className={isPlaceholderData ? 'opacity-60' : undefined}
            >
              <SettingList label={t`Payments, days in ${timeZone}`}>
                {data.payments.map((payment) => (
                  <PaymentRow key={payment.transaction_id} payment={payment} timeZone={timeZone} />
                ))}
              </SettingList>
              <div className="mt-4">
                <Pagination page={data.pagination} noun={t`payments`} onPage={setPage} />
              </div>
            </div>
          )
        ) : (
          !payments.isError && (
            <div className="grid min-h-[16rem] place-items-center">
              <Spinner label={t`Loading your payments`} />
            </div>
          )
        )}
      </div>
    </Dialog>
  );
}

type PaymentRowProps = { payment: Payment; timeZone: string };

/** One bill, to the cent. */
function PaymentRow({ payment, timeZone }: PaymentRowProps) {
  const { transaction_id, at, amount, tax, returned, currency, status, invoice_number } = payment;
  const invoice = useProviderPage(
    async () => (await callApi(openInvoice, { params: { transaction_id } })).url,
  );
  const money = (sum: number) => (
    <span className="figures text-tiny">{formatMoney(sum, currency)}</span>
  );
  const { word, tone } = PAYMENT_STATUS[status];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3.5 first:pt-0 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56 text-small">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {nameOf(payment)} <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="mt-0.5 text-tiny text-muted">
          <time dateTime={at}>{formatDay(at, timeZone)}</time>
          {invoice_number !== null && (
            <>
              {' · '}
              <Trans>
                Invoice <span className="figures">{invoice_number}</span>
              </Trans>
            </>
          )}
        </p>
      </div>
      <div className="text-small xs:text-end">
        <p className="figures text-small font-medium">{formatMoney(amount, currency)}</p>
        <p className="text-tiny text-muted">
          <Trans>of which tax {money(tax)}</Trans>
        </p>
        {returned > 0 && (
          <p className="text-tiny text-muted">
            <Trans>{money(returned)} returned</Trans>
          </p>
        )}
      </div>
      {invoice_number !== null && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t`Invoice ${invoice_number}`}
          busy={invoice.busy}
          onClick={() => invoice.submit(undefined)}
        >{t`Invoice`}</Button>
      )}
      <ProviderPageNotice
        failure={t`Failed to open the invoice ${invoice_number ?? ''}`}
        page={invoice}
        className="basis-full"
      />
    </li>
  );
}

function nameOf({ plan_name, billing_cycle }: Payment): string {
  if (plan_name === null) return t`Payment`;
  if (billing_cycle === null) return plan_name;
  return billing_cycle === 'yearly' ? t`${plan_name}, yearly` : t`${plan_name}, monthly`;
}

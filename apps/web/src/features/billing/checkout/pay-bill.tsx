import { getCheckoutSettings } from '@quorate/contract/checkout';
import { Panel } from '@quorate/ui/panel';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useLoad } from '../../../lib/use-load.ts';
import { BillPaid } from './bill-paid.tsx';
import { BillSummary } from './bill-summary.tsx';
import { type Bill, openBill } from './open-bill.ts';
import { CallFailure } from './order-failure.tsx';
import { leaveByDocument } from './own-document.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { type PaymentFrame, usePaymentFrame } from './use-payment-frame.ts';
import { useShownTheme } from './use-shown-theme.ts';

/** The payment of one bill by whoever has its link, signed in or not, in a document of its own. */
export function PayBill({ transactionId }: { transactionId: string }) {
  useEffect(leaveByDocument, []);
  const [isPaid, setPaid] = useState(false);
  const prepare = useCallback(
    (signal: AbortSignal) => prepareBill(transactionId, signal),
    [transactionId],
  );
  const { data: bill, error, busy, again } = useLoad(prepare);
  const theme = useShownTheme();
  const opened = usePaymentFrame(bill, {
    open: openBill,
    theme,
    onCompleted: () => setPaid(true),
  });
  const frame = { ...opened, ...refused(opened) };
  const unprepared = bill === null && error !== null;
  const failed = unprepared || frame.state === 'failed';
  return (
    <div className="wrap pt-6 md:pt-10">
      <h1 className="mb-6 font-serif text-title font-medium">Pay a bill</h1>
      {isPaid ? (
        <BillPaid prices={frame.prices} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <BillSummary transactionId={transactionId} prices={frame.prices} failed={failed} />
          {unprepared ? (
            <Panel title="Payment">
              <CallFailure error={error} busy={busy} onRetry={again} />
            </Panel>
          ) : (
            <PaymentPanel environment={bill?.provider.environment} frame={frame} />
          )}
        </div>
      )}
    </div>
  );
}

async function prepareBill(transactionId: string, signal: AbortSignal): Promise<Bill> {
  // A dead session is no obstacle, and is not to be ended here.
  const { settings } = await callApi(getCheckoutSettings, {}, { signal, plain: true });
  if (settings !== null) return { transactionId, provider: settings };
  throw new ApiError({ code: 'billing_off', sentence: 'Nothing is sold here.' });
}

/** A bill that is paid, cancelled or unknown has no payment that could fail: there is nothing to pay. */
function refused({ refusal }: PaymentFrame): Partial<PaymentFrame> {
  return refusal === null ? {} : { state: 'failed', error: new Error(refusal) };
}

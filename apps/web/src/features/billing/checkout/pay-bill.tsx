import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getCheckoutSettings } from '@quorate/contract/checkout';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useLoad } from '../../../lib/use-load.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { leaveByDocument } from './checkout-address.ts';
import { CallFailure, PaymentPanel, Totals } from './payment-panel.tsx';
import {
  frameSettings,
  loadPaddle,
  type OpenOptions,
  type PaymentFrame,
  type Prices,
  type ProviderSettings,
  untilContainer,
  usePaymentFrame,
  useShownTheme,
} from './use-payment-frame.ts';

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
      <h1 className="mb-6 font-serif text-title font-medium">{t`Pay a bill`}</h1>
      {isPaid ? (
        <BillPaid prices={frame.prices} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <BillSummary transactionId={transactionId} prices={frame.prices} failed={failed} />
          {unprepared ? (
            <Panel title={t`Payment`}>
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
  throw new ApiError({ code: 'billing_off', sentence: t`Nothing is sold here.` });
}

/** A bill that is paid, cancelled or unknown has no payment that could fail: there is nothing to pay. */
function refused({ refusal }: PaymentFrame): Partial<PaymentFrame> {
  return refusal === null ? {} : { state: 'failed', error: new Error(refusal) };
}

/** Takes the place of the frame, and the focus: what had it is gone. */
function BillPaid({ prices }: { prices: Prices | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  // The provider asks for another card by a bill of nothing.
  const isFree = prices !== null && prices.subtotal + prices.tax === 0;
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <Notice
        tone="success"
        live
        title={isFree ? t`Your card is saved. Thank you.` : t`Payment received. Thank you.`}
        action={
          <LinkButton
            to="/dashboard"
            variant="secondary"
            size="small"
          >{t`Go to the dashboard`}</LinkButton>
        }
      />
    </div>
  );
}

/** Something that is to be paid already, and where. */
type Bill = Readonly<{ transactionId: string; provider: ProviderSettings }>;

/**
 * Opens the provider's frame in its container, for the bill that the page's address names.
 *
 * @throws Error when it cannot be opened; when aborted, the signal's reason
 */
async function openBill(
  { transactionId, provider }: Bill,
  { theme, listen, signal }: OpenOptions,
): Promise<void> {
  await untilContainer(signal);
  // What may be paid with is the bill's own: it may have been made for a bank transfer.
  const settings = frameSettings(theme);
  const { paddle, isFirst } = await loadPaddle(provider, { listen, signal, defaults: settings });
  signal.throwIfAborted();
  // By itself the script opens the bill of the address, once: the moment it is initialized
  // (developer.paddle.com/build/transactions/default-payment-link).
  if (!isFirst) paddle.Checkout.open({ transactionId, settings });
  signal.addEventListener('abort', () => paddle.Checkout.close(), { once: true });
}

type BillSummaryProps = {
  transactionId: string;
  prices: Prices | null;
  /** There is nothing to pay: what is not known stays away. */
  failed: boolean;
};

/** Which bill it is, and what it comes to; the provider's frame within a page does not say. */
function BillSummary({ transactionId, prices, failed }: BillSummaryProps) {
  return (
    <Panel title={t`Your bill`}>
      <p className="text-small text-muted">{t`Anyone who has the link of this bill can pay it here, without signing in.`}</p>
      <p className="mt-2 text-small text-muted">
        <Trans>
          Its number is{' '}
          <span className="figures [overflow-wrap:anywhere] text-ink">{transactionId}</span>.
        </Trans>
      </p>
      {!failed && <Totals prices={prices} />}
      <p className="mt-4 border-t border-line pt-3 text-small text-muted">
        <Trans>
          By paying you agree to the <TextLink to="/terms">{t`Terms of Service`}</TextLink> and the{' '}
          <TextLink to="/privacy">{t`Privacy Policy`}</TextLink>; see also the{' '}
          <TextLink to="/refund">{t`Refund Policy`}</TextLink>.
        </Trans>
      </p>
    </Panel>
  );
}

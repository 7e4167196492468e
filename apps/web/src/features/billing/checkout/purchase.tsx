import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CheckoutOpenOptions, Theme } from '@paddle/paddle-js';
import { startCheckout } from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { callApi } from '../../../lib/api-client.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useLoad } from '../../../lib/use-load.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { formatDollars, planFacts } from '../plan-figures.ts';
import { leaveByDocument, type PlanChoice, readChoice } from './checkout-address.ts';
import { InvalidPlan, OrderFailure, PaymentPanel, Totals } from './payment-panel.tsx';
import { useConfirmation } from './use-confirmation.ts';
import {
  frameSettings,
  loadPaddle,
  type OpenOptions,
  type Prices,
  untilContainer,
  usePaymentFrame,
  useShownTheme,
} from './use-payment-frame.ts';

/** One plan on its way to being bought: what it is on one side, its payment on the other. */
export function Purchase({ planName, cycle }: PlanChoice) {
  const prepare = useCallback(
    async (signal: AbortSignal) => {
      const body = { plan_name: planName, billing_cycle: cycle };
      return (await callApi(startCheckout, { body }, { signal })).checkout;
    },
    [planName, cycle],
  );
  const { data: order, error, busy, again } = useLoad(prepare);
  const payment = useConfirmation(planName);
  const theme = useShownTheme();
  const frame = usePaymentFrame(order, {
    open: openFrame,
    theme,
    onCompleted: payment.confirm,
  });
  const choice = { planName, cycle };
  const failed = order === null && error !== null;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <OrderSummary
        choice={choice}
        order={order}
        failed={failed || frame.state === 'failed'}
        prices={frame.prices}
      />
      {failed ? (
        <Panel title={t`Payment`}>
          <OrderFailure choice={choice} error={error} busy={busy} onRetry={again} />
        </Panel>
      ) : (
        <PaymentPanel environment={order?.environment} frame={frame} payment={payment} />
      )}
    </div>
  );
}

type PaymentMethods = NonNullable<CheckoutOpenOptions['settings']>['allowedPaymentMethods'];

// The loader's types do not know samsung_pay yet; the provider does.
const PAYMENT_METHODS = [
  'card',
  'paypal',
  'apple_pay',
  'google_pay',
  'samsung_pay',
] as unknown as NonNullable<PaymentMethods>;

/**
 * Opens the provider's frame in its container, for something new to buy.
 *
 * @throws Error when it cannot be opened; when aborted, the signal's reason
 */
async function openFrame(order: Order, { theme, listen, signal }: OpenOptions): Promise<void> {
  await untilContainer(signal);
  const { paddle } = await loadPaddle(order, { listen, signal });
  signal.throwIfAborted();
  paddle.Checkout.open(openingOf(order, theme));
  signal.addEventListener('abort', () => paddle.Checkout.close(), { once: true });
}

function openingOf(order: Order, theme: Theme): CheckoutOpenOptions {
  return {
    items: [{ priceId: order.price_id, quantity: 1 }],
    customer: { email: order.email },
    customData: { checkout_token: order.checkout_token },
    settings: { ...frameSettings(theme), allowedPaymentMethods: PAYMENT_METHODS },
  };
}

type OrderSummaryProps = {
  choice: PlanChoice;
  /** Null until the service has prepared it. */
  order: Order | null;
  /** Nothing can be paid here: what is not known yet stays away. */
  failed: boolean;
  prices: Prices | null;
};

/** What is bought, what it costs now and later, and what is promised about it. */
function OrderSummary({ choice, order, failed, prices }: OrderSummaryProps) {
  const plan = LISTED_PLANS.find(({ name }) => name === choice.planName);
  const yearly = (order?.billing_cycle ?? choice.cycle) === 'yearly';
  return (
    <Panel title={t`Order summary`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <p className="font-serif text-heading font-medium">{choice.planName}</p>
          <p className="text-small text-muted">
            {yearly ? t`Annual subscription` : t`Monthly subscription`}
          </p>
        </div>
        <p>
          {order ? (
            <>
              <span className="font-serif text-title leading-none font-medium tabular-nums lining-nums">
                {priceOf(order)}
              </span>
              <span className="text-small text-muted">{yearly ? t`/year` : t`/month`}</span>
            </>
          ) : (
            !failed && <Skeleton className="h-8 w-28" />
          )}
        </p>
      </div>
      {yearly && (
        <p className="mt-2 text-small text-muted">
          <Badge tone="brand">{t`Save 20%`}</Badge>{' '}
          <span className="ms-1">
            {order
              ? t`Two months free: ${formatMoney(order.amount / 12, order.currency)} a month, billed annually.`
              : t`Two months free.`}
          </span>
        </p>
      )}
      {order && order.billing_cycle !== choice.cycle && (
        <Notice className="mt-3">{t`This plan is billed by the month here.`}</Notice>
      )}
      {plan && (
        <dl className="mt-4 border-t border-line pt-3 text-small">
          {planFacts(plan).map(([name, value]) => (
            <div
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="figures text-tiny font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!failed && <Totals prices={prices} />}
      <p className="mt-4 border-t border-line pt-3 text-small text-muted">
        <Trans>
          30-day money-back guarantee. By paying you agree to the{' '}
          <TextLink to="/terms">{t`Terms of Service`}</TextLink> and the{' '}
          <TextLink to="/privacy">{t`Privacy Policy`}</TextLink>; see also the{' '}
          <TextLink to="/refund">{t`Refund Policy`}</TextLink>.
        </Trans>
      </p>
    </Panel>
  );
}

/** What is about to be bought, as the service has prepared it. */
type Order = Reply<typeof startCheckout>['checkout'];

/** Of a billing cycle, written as on the pricing page. @example priceOf(order) // '$400' */
function priceOf({ amount, currency }: Pick<Order, 'amount' | 'currency'>): string {
  return currency === 'USD' ? formatDollars(amount) : formatMoney(amount, currency);
}

/** The checkout of whoever is signed in, in a document of its own. */
export function Checkout() {
  const [query] = useSearchParams();
  const { user } = useSession();
  useEffect(leaveByDocument, []);
  const choice = readChoice(query);
  return (
    <div className="wrap pt-6 md:pt-10">
      <LinkButton to="/pricing" variant="quiet" size="small" className="-ms-3">
        <Trans>
          <Icon name="left" className="size-4" /> Back to Pricing
        </Trans>
      </LinkButton>
      <h1 className="mt-2 mb-6 font-serif text-title font-medium">{t`Checkout`}</h1>
      {choice ? (
        // Another plan, or another person, is another purchase from its beginning.
        <Purchase key={`${choice.planName} ${choice.cycle} ${user?.id}`} {...choice} />
      ) : (
        <InvalidPlan />
      )}
    </div>
  );
}

import { startCheckout } from '@quorate/contract/checkout';
import { Panel } from '@quorate/ui/panel';
import { useCallback } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useLoad } from '../../../lib/use-load.ts';
import { openFrame } from './open-frame.ts';
import { OrderFailure } from './order-failure.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { PlanChoice } from './plan-choice.ts';
import { useConfirmation } from './use-confirmation.ts';
import { usePaymentFrame } from './use-payment-frame.ts';
import { useShownTheme } from './use-shown-theme.ts';

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
      <OrderSummary choice={choice} order={order} failed={failed} prices={frame.prices} />
      {failed ? (
        <Panel title="Payment">
          <OrderFailure choice={choice} error={error} busy={busy} onRetry={again} />
        </Panel>
      ) : (
        <PaymentPanel environment={order?.environment} frame={frame} payment={payment} />
      )}
    </div>
  );
}

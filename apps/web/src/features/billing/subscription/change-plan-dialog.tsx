import { t } from '@lingui/core/macro';
import type { Reply } from '@quorate/contract/endpoint';
import {
  changePlan,
  previewPlanChange,
  type SubscriptionView,
} from '@quorate/contract/subscription';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { formatMoney } from '@quorate/ui/format';
import { Spinner } from '@quorate/ui/spinner';
import { formatDay } from '@quorate/ui/time-format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { CycleToggle } from '../cycle-toggle.tsx';
import type { Changed } from './changed.ts';
import { isSame, type PlanChoice, PlanOptions } from './plan-options.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { useSubscriptionMemory } from './subscription.api.ts';

type ChangePlanDialogProps = {
  userId: string;
  subscription: SubscriptionView;
  timeZone: string;
  /** Chosen when it opens. */
  wish: PlanChoice | null;
  onChanged: (reply: Changed) => void;
  onClose: () => void;
};

/** Another plan or billing period, with what it costs before anything is changed. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
  const { userId, subscription, timeZone, wish, onChanged, onClose } = props;
  const current = { plan: subscription.plan_name, cycle: subscription.billing_cycle };
  const [choice, setChoice] = useState<PlanChoice>(wish ?? current);
  const { refresh } = useSubscriptionMemory(userId);
  const preview = useChangePreview(userId, choice, current);
  const { busy, error, submit, reset } = useSubmission(async () => {
    try {
      const body = { plan_name: choice.plan, billing_cycle: choice.cycle };
      onChanged(await callApi(changePlan, { body }));
    } catch (failure) {
      // Without an answer the change may have been made all the same.
      void refresh();
      throw failure;
    }
  });
  const choose = (part: Partial<PlanChoice>) => {
    reset();
    setChoice({ ...choice, ...part });
  };
  // What fails has to be seen: the dialog stays until the answer is there.
  const close = () => {
    if (!busy) onClose();
  };
  const cost = preview.isError ? undefined : preview.data;
  return (
    <Dialog title={t`Change plan`} onClose={close} wide>
      <fieldset disabled={busy} className="space-y-5">
        <CycleToggle value={choice.cycle} onChange={(cycle) => choose({ cycle })} />
        <PlanOptions value={choice} current={current} onChange={(plan) => choose({ plan })} />
      </fieldset>
      <div className="mt-5 min-h-[7.5rem] space-y-3 text-small">
        {error !== null && <RefusalNotice error={error} failure={t`Failed to change the plan`} />}
        {isSame(choice, current) ? (
          <p className="text-muted">{t`This is the plan you have. Choose another one.`}</p>
        ) : cost ? (
          <ChangePreview preview={cost} timeZone={timeZone} />
        ) : preview.isError ? (
          <RefusalNotice
            error={preview.error}
            failure={t`Failed to load what the change costs`}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <div className="grid min-h-[7.5rem] place-items-center">
            <Spinner label={t`Loading what the change costs`} />
          </div>
        )}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3 border-t border-line pt-4">
        <Button
          variant="secondary"
          disabled={busy}
          onClick={close}
        >{t`Keep ${current.plan}`}</Button>
        <Button busy={busy} disabled={!cost} onClick={() => submit(undefined)}>
          {cost && cost.due_now > 0
            ? t`Pay ${formatMoney(cost.due_now, cost.currency)} and change`
            : t`Change plan`}
        </Button>
      </div>
    </Dialog>
  );
}

type ChangePreviewProps = { preview: Reply<typeof previewPlanChange>; timeZone: string };

/** What a change costs, now and later. */
function ChangePreview({ preview, timeZone }: ChangePreviewProps) {
  const { due_now, credit, next_amount, next_billing_date, currency } = preview;
  const lines: [name: string, amount: number][] = [
    [t`Due now`, due_now],
    ...(credit > 0 ? ([[t`Credit for later bills`, credit]] as [string, number][]) : []),
    [t`Next bill on ${formatDay(next_billing_date, timeZone)}`, next_amount],
  ];
  return (
    <>
      <dl>
        {lines.map(([name, amount]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
            <dt className="text-muted">{name}</dt>
            <dd className="figures text-small font-medium">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-tiny text-muted">{t`With tax. What is left of the period you have paid for is taken into account, to the minute.`}</p>
    </>
  );
}

/** Arrow keys walk through the choices: only the one they rest on is asked about. */
const REST_MS = 300;
/** What is due shrinks with the days of the period: a figure that stood for long is not the one charged. */
const GOOD_FOR_MS = 60_000;

/** What a change would cost. Asks nothing for the plan that is paid for now. */
function useChangePreview(userId: string, choice: PlanChoice, current: PlanChoice) {
  return useQuery({
    queryKey: ['subscription', userId, 'preview', current, choice],
    queryFn: async ({ signal }) => {
      await rest(signal);
      const body = { plan_name: choice.plan, billing_cycle: choice.cycle };
      return callApi(previewPlanChange, { body }, { signal });
    },
    enabled: !isSame(choice, current),
    staleTime: GOOD_FOR_MS,
    refetchInterval: GOOD_FOR_MS,
    gcTime: GOOD_FOR_MS,
  });
}

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, REST_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

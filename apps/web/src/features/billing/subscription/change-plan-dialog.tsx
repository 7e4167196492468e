import { changePlan, type SubscriptionView } from '@quorate/contract/subscription';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { formatMoney } from '@quorate/ui/format';
import { Spinner } from '@quorate/ui/spinner';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { CycleToggle } from '../cycle-toggle.tsx';
import { ChangePreview } from './change-preview.tsx';
import type { Changed } from './changed.ts';
import { isSame, type PlanChoice, PlanOptions } from './plan-options.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { useSubscriptionMemory } from './subscription.api.ts';
import { useChangePreview } from './use-change-preview.ts';

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
    <Dialog title="Change plan" onClose={close} wide>
      <fieldset disabled={busy} className="space-y-5">
        <CycleToggle value={choice.cycle} onChange={(cycle) => choose({ cycle })} />
        <PlanOptions value={choice} current={current} onChange={(plan) => choose({ plan })} />
      </fieldset>
      <div className="mt-5 min-h-[7.5rem] space-y-3 text-small">
        {error !== null && <RefusalNotice error={error} failure="Failed to change the plan" />}
        {isSame(choice, current) ? (
          <p className="text-muted">This is the plan you have. Choose another one.</p>
        ) : cost ? (
          <ChangePreview preview={cost} timeZone={timeZone} />
        ) : preview.isError ? (
          <RefusalNotice
            error={preview.error}
            failure="Failed to load what the change costs"
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <div className="grid min-h-[7.5rem] place-items-center">
            <Spinner label="Loading what the change costs" />
          </div>
        )}
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3 border-t border-line pt-4">
        <Button variant="secondary" disabled={busy} onClick={close}>
          Keep {current.plan}
        </Button>
        <Button busy={busy} disabled={!cost} onClick={() => submit(undefined)}>
          {cost && cost.due_now > 0
            ? `Pay ${formatMoney(cost.due_now, cost.currency)} and change`
            : 'Change plan'}
        </Button>
      </div>
    </Dialog>
  );
}

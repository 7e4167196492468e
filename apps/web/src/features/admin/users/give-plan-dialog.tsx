import type { givePlan } from '@quorate/contract/admin-user-acts';
import type { AdminAccount } from '@quorate/contract/admin-users';
import type { CallInput } from '@quorate/contract/endpoint';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import { useState } from 'react';
import { ReasonDialog } from '../parts/reason-dialog.tsx';

const PLANS = ['Starter', 'Pro', 'Elite'] as const;
const PLAN_OPTIONS = PLANS.map((value) => ({ value, label: value }));

type GivePlanDialogProps = {
  account: AdminAccount;
  give: (gift: CallInput<typeof givePlan>['body']) => Promise<string>;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Which plan, until the end of which UTC day, and why. */
export function GivePlanDialog({ account, give, onDone, onClose }: GivePlanDialogProps) {
  const [plan, setPlan] = useState<(typeof PLANS)[number]>('Pro');
  const [day, setDay] = useState('');
  const until = day === '' ? null : new Date(`${day}T23:59:59.999Z`).toISOString();
  return (
    <ReasonDialog
      title={`Give ${account.username} a plan`}
      words={
        <>
          <p>
            It holds from now on, beside what they pay for: the better of the two counts. They are
            told by mail.
          </p>
          <SelectField label="Plan" value={plan} options={PLAN_OPTIONS} onChange={setPlan} />
          <TextField
            label="Last day (UTC)"
            hint="Left empty: until it is taken back."
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </>
      }
      act="Give the plan"
      failure="Failed to give the plan"
      run={async (reason) => onDone(await give({ plan_name: plan, until, reason }))}
      onClose={onClose}
    />
  );
}

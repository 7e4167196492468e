import type { givePlan } from '@quorate/contract/admin-users';
import type { AdminAccount } from '@quorate/contract/admin-users';
import type { CallInput } from '@quorate/contract/endpoint';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { countOf } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import { useState } from 'react';
import { useSession } from '../../../lib/session/use-session.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { useReasonedAct } from '../parts/use-reasoned-act.tsx';
import { useAccountActs } from './users.api.ts';

/** What an operator may change about an account; each asks for the reason. */
export function AccountActs({ account }: { account: AdminAccount }) {
  const { user_id: userId, username, given, sessions } = account;
  const acts = useAccountActs(userId);
  const [giving, setGiving] = useState(false);
  const { ask, dialog, done, setDone } = useReasonedAct();
  const signedIn = sessions.browsers + sessions.devices;
  const isOwn = useSession().user?.id === userId;

  const askTakeBack = () =>
    ask({
      title: `Take ${given.plan_name} back from ${username}?`,
      words: <p>What {username} pays for stays. We tell them by mail.</p>,
      act: 'Take back',
      failure: 'Failed to take the plan back',
      danger: true,
      run: async (reason) => setDone(await acts.give({ plan_name: 'Free', until: null, reason })),
    });
  const askEndSessions = () =>
    ask({
      title: `Sign ${username} out everywhere?`,
      words: (
        <p>
          {countOf(signedIn, 'session')} end at once, bots and desktop apps among them: no new
          trades until they are signed in again. We tell {username} by mail.
        </p>
      ),
      act: 'Sign out everywhere',
      failure: 'Failed to end the sessions',
      danger: true,
      run: async (reason) => setDone(await acts.endSessions(reason)),
    });
  const askResend = () =>
    ask({
      title: `Mail ${username} the verification link again?`,
      words: <p>A new link goes to the address of the account, at most once a minute.</p>,
      act: 'Send the mail',
      failure: 'Failed to send the mail',
      run: async (reason) => setDone(await acts.resendVerification(reason)),
    });

  if (isOwn)
    return (
      <p className="text-small text-muted">
        This is your own account. Another operator changes it.
      </p>
    );
  return (
    <section aria-label="Change this account">
      <DoneNotice>{done}</DoneNotice>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            setDone(null);
            setGiving(true);
          }}
        >
          Give a plan
        </Button>
        {given.plan_name !== 'Free' && (
          <Button variant="secondary" onClick={askTakeBack}>
            Take the given plan back
          </Button>
        )}
        {account.verified_at === null && (
          <Button variant="secondary" onClick={askResend}>
            Send the verification mail again
          </Button>
        )}
        <Button variant="secondary" disabled={signedIn === 0} onClick={askEndSessions}>
          Sign out everywhere
        </Button>
      </div>
      {giving && (
        <GivePlanDialog
          account={account}
          give={acts.give}
          onDone={setDone}
          onClose={() => setGiving(false)}
        />
      )}
      {dialog}
    </section>
  );
}

const PLANS = ['Starter', 'Pro', 'Elite'] as const;
const PLAN_OPTIONS = PLANS.map((value) => ({ value, label: value }));

type GivePlanDialogProps = {
  account: AdminAccount;
  give: (gift: CallInput<typeof givePlan>['body']) => Promise<string>;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Which plan, until the end of which UTC day, and why. */
function GivePlanDialog({ account, give, onDone, onClose }: GivePlanDialogProps) {
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

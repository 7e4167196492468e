import {
  type AdminAccount,
  endUserSessions,
  givePlan,
  resendUserVerification,
} from '@quorate/contract/admin-users';
import { Button } from '@quorate/ui/button';
import { countOf } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useReasonedAct } from '../parts/reasoned-act.tsx';

/** What an operator may change about an account; each asks for the reason. */
export function AccountActs({ account }: { account: AdminAccount }) {
  const { user_id, username, given, sessions } = account;
  const params = { user_id };
  const { ask, notices } = useReasonedAct();
  const signedIn = sessions.browsers + sessions.devices;
  const isOwn = useSession().user?.id === user_id;

  const askGive = () => {
    let gift: Gift = { plan_name: 'Pro', until: null };
    ask({
      title: `Give ${username} a plan`,
      words: (
        <GiftFields
          onChange={(next) => {
            gift = next;
          }}
        />
      ),
      act: 'Give the plan',
      failure: 'Failed to give the plan',
      run: async (reason) =>
        (await callApi(givePlan, { params, body: { ...gift, reason } })).message,
    });
  };
  const askTakeBack = () =>
    ask({
      title: `Take ${given.plan_name} back from ${username}?`,
      words: <p>A paid plan stays as it is. We notify {username} by mail.</p>,
      act: 'Take back',
      failure: 'Failed to take the plan back',
      danger: true,
      run: async (reason) => {
        const body = { plan_name: 'Free', until: null, reason } as const;
        return (await callApi(givePlan, { params, body })).message;
      },
    });
  const askEndSessions = () =>
    ask({
      title: `Sign ${username} out everywhere?`,
      words: (
        <p>
          {countOf(signedIn, 'session')} end at once, including bots and desktop apps. They open no
          new trades until they are signed in again. We notify {username} by mail.
        </p>
      ),
      act: 'Sign out everywhere',
      failure: 'Failed to end the sessions',
      danger: true,
      run: async (reason) => (await callApi(endUserSessions, { params, body: { reason } })).message,
    });
  const askResend = () =>
    ask({
      title: `Send ${username} the verification link again?`,
      words: <p>A new link goes to the address of the account, at most once per minute.</p>,
      act: 'Send the mail',
      failure: 'Failed to send the mail',
      run: async (reason) =>
        (await callApi(resendUserVerification, { params, body: { reason } })).message,
    });

  if (isOwn)
    return (
      <p className="text-small text-muted">
        This is your own account. Another operator changes it.
      </p>
    );
  return (
    <section aria-label="Change this account">
      {notices}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={askGive}>
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
    </section>
  );
}

const PLANS = ['Starter', 'Pro', 'Elite'] as const;

type Gift = { plan_name: (typeof PLANS)[number]; until: string | null };

/** Which plan, and until the end of which UTC day. */
function GiftFields({ onChange }: { onChange: (gift: Gift) => void }) {
  const [plan, setPlan] = useState<Gift['plan_name']>('Pro');
  const [day, setDay] = useState('');
  const change = (plan_name: Gift['plan_name'], last: string) => {
    setPlan(plan_name);
    setDay(last);
    onChange({
      plan_name,
      until: last === '' ? null : new Date(`${last}T23:59:59.999Z`).toISOString(),
    });
  };
  return (
    <>
      <p>
        It applies at once. Beside a paid plan, the better of the two counts. We notify them by
        mail.
      </p>
      <SelectField
        inForm
        label="Plan"
        value={plan}
        options={PLANS.map((value) => ({ value, label: value }))}
        onChange={(next) => change(next, day)}
      />
      <TextField
        label="Last day (UTC)"
        hint="Leave empty for no end date."
        type="date"
        value={day}
        onChange={(event) => change(plan, event.target.value)}
      />
    </>
  );
}

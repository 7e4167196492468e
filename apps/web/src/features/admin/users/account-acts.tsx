import { plural, t } from '@lingui/core/macro';
import {
  type AdminAccount,
  endUserSessions,
  givePlan,
  resendUserVerification,
} from '@quorate/contract/admin-users';
import { Button } from '@quorate/ui/button';
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
      title: t`Give ${username} a plan`,
      words: (
        <GiftFields
          onChange={(next) => {
            gift = next;
          }}
        />
      ),
      act: t`Give the plan`,
      failure: t`Failed to give the plan`,
      run: async (reason) =>
        (await callApi(givePlan, { params, body: { ...gift, reason } })).message,
    });
  };
  const askTakeBack = () =>
    ask({
      title: t`Take ${given.plan_name} back from ${username}?`,
      words: <p>{t`A paid plan stays as it is. We notify ${username} by mail.`}</p>,
      act: t`Take back`,
      failure: t`Failed to take the plan back`,
      danger: true,
      run: async (reason) => {
        const body = { plan_name: 'Free', until: null, reason } as const;
        return (await callApi(givePlan, { params, body })).message;
      },
    });
  const askEndSessions = () =>
    ask({
      title: t`Sign ${username} out everywhere?`,
      words: (
        <p>{t`${plural(signedIn, { one: '# session', other: '# sessions' })} end at once, including bots and desktop apps. They open no new trades until they are signed in again. We notify ${username} by mail.`}</p>
      ),
      act: t`Sign out everywhere`,
      failure: t`Failed to end the sessions`,
      danger: true,
      run: async (reason) => (await callApi(endUserSessions, { params, body: { reason } })).message,
    });
  const askResend = () =>
    ask({
      title: t`Send ${username} the verification link again?`,
      words: <p>{t`A new link goes to the address of the account, at most once per minute.`}</p>,
      act: t`Send the mail`,
      failure: t`Failed to send the mail`,
      run: async (reason) =>
        (await callApi(resendUserVerification, { params, body: { reason } })).message,
    });

  if (isOwn)
    return (
      <p className="text-small text-muted">{t`This is your own account. Another operator changes it.`}</p>
    );
  return (
    <section aria-label={t`Change this account`}>
      {notices}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={askGive}>{t`Give a plan`}</Button>
        {given.plan_name !== 'Free' && (
          <Button variant="secondary" onClick={askTakeBack}>{t`Take the given plan back`}</Button>
        )}
        {account.verified_at === null && (
          <Button
            variant="secondary"
            onClick={askResend}
          >{t`Send the verification mail again`}</Button>
        )}
        <Button
          variant="secondary"
          disabled={signedIn === 0}
          onClick={askEndSessions}
        >{t`Sign out everywhere`}</Button>
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
      <p>{t`It applies at once. Beside a paid plan, the better of the two counts. We notify them by mail.`}</p>
      <SelectField
        inForm
        label={t`Plan`}
        value={plan}
        options={PLANS.map((value) => ({ value, label: value }))}
        onChange={(next) => change(next, day)}
      />
      <TextField
        label={t`Last day (UTC)`}
        hint={t`Leave empty for no end date.`}
        type="date"
        value={day}
        onChange={(event) => change(plan, event.target.value)}
      />
    </>
  );
}

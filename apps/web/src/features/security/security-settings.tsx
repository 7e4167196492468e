import { t } from '@lingui/core/macro';
import { PROVIDERS, type Provider, unlinkProvider } from '@quorate/contract/providers';
import {
  type AccountSecurity,
  CONFIRMED_MINUTES,
  type SecurityEvent,
} from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { SettingsSection } from '@quorate/ui/settings-section';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatDay, formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type ReactNode, useEffect, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { configuredProviders, PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { getSession, signIn } from '../../lib/session/session.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useQuestion } from './ask-dialog.tsx';
import { browserWords } from './browser-name.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { useAccountSecurity, useRefreshSecurity, useSecurityEvents } from './security.api.ts';
import { SessionsSection } from './sessions-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { TwoStepSection } from './two-step-section.tsx';

type SecuritySettingsProps = {
  userId: string;
  /** The parts of other features, below the account's own. */
  children: ReactNode;
};

/** Everything that protects the account, and who is signed in to it. */
export function SecuritySettings({ userId, children }: SecuritySettingsProps) {
  const account = useAccountSecurity(userId);
  const { data } = account;
  useEffect(() => {
    // The address may have been changed since this browser signed in.
    const { token, user } = getSession();
    if (!data || token === null || user?.id !== userId || user.email === data.email) return;
    signIn(token, { ...user, email: data.email });
  }, [data, userId]);

  const configured = configuredProviders();
  const providers = PROVIDERS.filter(
    (name) =>
      configured.includes(name) || data?.providers.some(({ provider }) => provider === name),
  );
  const failed = account.isError && !data;

  return (
    <>
      {failed && (
        <div className="mb-8">
          <RetryNotice
            title={t`Failed to load your security settings`}
            error={account.error}
            onRetry={() => void account.refetch()}
            busy={account.isFetching}
          />
        </div>
      )}
      {!failed && (
        <>
          <SettingsSection
            id="sign-in"
            title={t`Sign-in`}
            lead={t`What you sign in with. A change asks you to confirm that it is you, once in ${CONFIRMED_MINUTES} minutes.`}
          >
            {data ? <SignInSection userId={userId} account={data} /> : <Waiting />}
          </SettingsSection>
          <SettingsSection
            id="two-step"
            title={t`Two-step sign-in`}
            lead={t`A second proof beside the password.`}
          >
            {data ? <TwoStepSection userId={userId} account={data} /> : <Waiting />}
          </SettingsSection>
          <SettingsSection
            id="passkeys"
            title={t`Passkeys`}
            lead={t`Sign in with a fingerprint, a face or a PIN. A passkey stands for password and code at once, and works at no other address than ours.`}
          >
            {data ? <PasskeysSection userId={userId} account={data} /> : <Waiting />}
          </SettingsSection>
        </>
      )}
      {data && providers.length > 0 && (
        <SettingsSection
          id="linked"
          title={t`Linked accounts`}
          lead={t`Who else may vouch for you when you sign in.`}
        >
          <LinkedAccounts userId={userId} account={data} providers={providers} />
        </SettingsSection>
      )}
      <SettingsSection
        id="sessions"
        title={t`Sessions and devices`}
        lead={t`Where your account is signed in. Sign out what you do not know, then change the password.`}
      >
        <SessionsSection userId={userId} />
      </SettingsSection>
      <SettingsSection
        id="activity"
        title={t`Recent activity`}
        lead={t`What was done to your account and from where, kept for 90 days.`}
      >
        <ActivitySection userId={userId} />
      </SettingsSection>
      {children}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t`Loading`} className="space-y-3">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-4/5" />
    </div>
  );
}

/** What happened to the account and from where. */
function ActivitySection({ userId }: { userId: string }) {
  const [page, setPage] = useState(1);
  const events = useSecurityEvents(userId, page);
  const timeZone = viewerTimeZone();
  return (
    <PagedList query={events} noun={t`events`} empty={t`Nothing happened yet.`} onPage={setPage}>
      {({ events: rows }) => (
        <ul aria-label={t`Recent activity, times in ${timeZone}`}>
          {rows.map((event) => (
            <li
              key={event.event_id}
              className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5 border-b border-line py-2.5 text-small first:pt-0 last:border-b-0 last:pb-0"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span
                  className={
                    event.kind === 'sign_in_failed' ? 'font-medium text-loss' : 'font-medium'
                  }
                >
                  {ACTIVITY_WORDS[event.kind]}
                </span>
                {event.about !== '' && (
                  <span className="text-muted">: {browserWords(event.about)}</span>
                )}
              </span>
              <span className="text-tiny text-muted">
                {event.address !== null && (
                  <span className="figures wrap-anywhere">{event.address}, </span>
                )}
                <time dateTime={event.at}>{formatTime(event.at, timeZone)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** What an event says, before what it was about. */
const ACTIVITY_WORDS: Readonly<Record<SecurityEvent['kind'], string>> = {
  signed_in: t`Signed in`,
  sign_in_failed: t`Sign-in failed`,
  password_changed: t`Password changed`,
  password_reset: t`Password reset by mail`,
  email_changed: t`Email changed`,
  session_ended: t`Session ended`,
  device_added: t`Device signed in`,
  totp_on: t`Authenticator app turned on`,
  totp_off: t`Authenticator app turned off`,
  passkey_added: t`Passkey added`,
  passkey_removed: t`Passkey removed`,
  recovery_codes_made: t`Recovery codes made`,
  recovery_code_used: t`Recovery code used`,
  provider_linked: t`Account linked`,
  provider_unlinked: t`Account unlinked`,
  data_exported: t`Data exported`,
  role_granted: t`Made an operator`,
  role_revoked: t`No operator any more`,
};

type LinkedAccountsProps = {
  userId: string;
  account: AccountSecurity;
  /** Set up by the operator, or still linked from a time when they were. */
  providers: readonly Provider[];
};

function LinkedAccounts({ userId, account, providers }: LinkedAccountsProps) {
  const refresh = useRefreshSecurity(userId);
  const { ask, dialog, done, setDone } = useQuestion();
  const askUnlink = (provider: Provider) => {
    const name = PROVIDER_NAMES[provider];
    ask({
      title: t`Unlink ${name}?`,
      words: t`${name} no longer signs this account in, until you sign in with it again under ${account.email}.`,
      act: t`Unlink`,
      failure: t`Failed to unlink ${name}`,
      run: async () => {
        await callApi(unlinkProvider, { params: { provider } });
        await refresh();
        setDone(t`${name} is unlinked.`);
      },
    });
  };
  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <SettingList label={t`Linked accounts`}>
        {providers.map((provider) => {
          const link = account.providers.find((each) => each.provider === provider);
          const name = PROVIDER_NAMES[provider];
          return (
            <SettingRow
              key={provider}
              title={
                <>
                  {name}
                  <Badge tone={link ? 'gain' : 'neutral'}>{link ? t`Linked` : t`Not linked`}</Badge>
                </>
              }
              action={
                link && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={t`Unlink ${name}`}
                    onClick={() => askUnlink(provider)}
                  >{t`Unlink`}</Button>
                )
              }
            >
              {link
                ? t`${link.email}, since ${formatDay(link.linked_at, viewerTimeZone())}`
                : t`Links itself when you sign in with ${name} under ${account.email}.`}
            </SettingRow>
          );
        })}
      </SettingList>
      {dialog}
    </>
  );
}

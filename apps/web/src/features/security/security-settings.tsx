import { PROVIDERS } from '@quorate/contract/providers';
import { CONFIRMED_MINUTES } from '@quorate/contract/security';
import { SettingsSection } from '@quorate/ui/settings-section';
import { Skeleton } from '@quorate/ui/skeleton';
import { type ReactNode, useEffect } from 'react';
import { configuredProviders } from '../../lib/configured-providers.ts';
import { getSession, signIn } from '../../lib/session/session.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { ActivitySection } from './activity-section.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { useAccountSecurity } from './security.api.ts';
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
            title="Failed to load your security settings"
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
            title="Sign-in"
            lead={`What you sign in with. A change asks you to confirm that it is you, once in ${CONFIRMED_MINUTES} minutes.`}
          >
            {data ? <SignInSection userId={userId} account={data} /> : <Waiting />}
          </SettingsSection>
          <SettingsSection
            id="two-step"
            title="Two-step sign-in"
            lead="A second proof beside the password."
          >
            {data ? <TwoStepSection userId={userId} account={data} /> : <Waiting />}
          </SettingsSection>
          <SettingsSection
            id="passkeys"
            title="Passkeys"
            lead="Sign in with a fingerprint, a face or a PIN. A passkey stands for password and code at once, and works at no other address than ours."
          >
            {data ? <PasskeysSection userId={userId} account={data} /> : <Waiting />}
          </SettingsSection>
        </>
      )}
      {data && providers.length > 0 && (
        <SettingsSection
          id="linked"
          title="Linked accounts"
          lead="Who else may vouch for you when you sign in."
        >
          <LinkedAccounts userId={userId} account={data} providers={providers} />
        </SettingsSection>
      )}
      <SettingsSection
        id="sessions"
        title="Sessions and devices"
        lead="Where your account is signed in. Sign out what you do not know, then change the password."
      >
        <SessionsSection userId={userId} />
      </SettingsSection>
      <SettingsSection
        id="activity"
        title="Recent activity"
        lead="What was done to your account and from where, kept for 90 days."
      >
        <ActivitySection userId={userId} />
      </SettingsSection>
      {children}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="space-y-3">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-4/5" />
    </div>
  );
}

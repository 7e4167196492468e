import { CONFIRMED_MINUTES } from '@quorate/contract/security';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { Spinner } from '@quorate/ui/spinner';
import { configuredProviders, PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { confirmWithPasskey } from './confirm.api.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { useAccountSecurity } from './security.api.ts';

type ConfirmDialogProps = { userId: string; onConfirmed: () => void; onClose: () => void };

/** "Confirm that it is you": by password and code, by passkey, or at a linked provider. */
export function ConfirmDialog({ userId, onConfirmed, onClose }: ConfirmDialogProps) {
  const account = useAccountSecurity(userId);
  const passkey = useSubmission(async () => {
    await confirmWithPasskey();
    onConfirmed();
  });
  const leave = useSubmission((provider: 'google' | 'github') => goToProvider(provider, userId));
  const { data } = account;
  const isOperator = useSession().user?.role === 'admin';
  const byPasskey = (data?.passkeys.length ?? 0) > 0 && canUsePasskeys();
  const linked = configuredProviders().filter((name) =>
    data?.providers.some(({ provider }) => provider === name),
  );
  // The service takes an operator's password with a code, or a passkey where there is one.
  const byPassword = data?.has_password && (!isOperator || data.totp || data.passkeys.length === 0);
  const stuck = data && !byPassword && !byPasskey && linked.length === 0;

  return (
    <Dialog title="Confirm that it is you" onClose={onClose}>
      <p className="mb-4 text-small text-muted">
        What you asked for changes who can use your account or what it holds. Once confirmed, you
        are not asked again for {CONFIRMED_MINUTES} minutes.
      </p>
      {account.isError && !data && (
        <RetryNotice
          title="Failed to load how you can confirm"
          error={account.error}
          onRetry={() => void account.refetch()}
          busy={account.isFetching}
        />
      )}
      {!data && !account.isError && <Spinner label="Loading" />}
      <div className="space-y-4">
        <FailureNotice title="The passkey did not confirm it" error={passkey.error} />
        <FailureNotice title="Failed to go to the provider" error={leave.error} />
        {byPassword && <ConfirmForm withCode={data.totp} onConfirmed={onConfirmed} />}
        {byPasskey && (
          <Button
            variant={byPassword ? 'secondary' : 'primary'}
            className="w-full"
            busy={passkey.busy}
            onClick={() => passkey.submit(undefined)}
          >
            Use a passkey
          </Button>
        )}
        {!data?.has_password &&
          linked.map((name) => (
            <Button
              key={name}
              variant="secondary"
              className="w-full"
              busy={leave.busy}
              onClick={() => leave.submit(name)}
            >
              Sign in with {PROVIDER_NAMES[name]} once more
            </Button>
          ))}
        {stuck && (
          <p className="text-small">
            This browser has nothing to confirm with. Sign out, sign in again and come back within{' '}
            {CONFIRMED_MINUTES} minutes.
          </p>
        )}
      </div>
    </Dialog>
  );
}

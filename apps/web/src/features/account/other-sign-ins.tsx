import { PROVIDERS, type Provider } from '@quorate/contract/providers';
import { Button } from '@quorate/ui/button';
import { useId } from 'react';
import { configuredProviders, PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { loginWithPasskey } from './sign-in.api.ts';

/** Ways in beside the password. A provider that the operator has not set up does nothing, and says so. */
export function OtherSignIns() {
  const why = useId();
  const configured = configuredProviders();
  const passkey = useSubmission(loginWithPasskey);
  const provider = useSubmission((name: Provider) => goToProvider(name));
  const missing = PROVIDERS.filter((name) => !configured.includes(name));
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-5">
      <FailureNotice title="Login failed" error={passkey.error ?? provider.error} />
      {canUsePasskeys() && (
        <Button
          variant="secondary"
          className="w-full"
          busy={passkey.busy}
          onClick={() => passkey.submit(undefined)}
        >
          Sign in with a passkey
        </Button>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-3">
        {PROVIDERS.map((name) =>
          configured.includes(name) ? (
            <Button
              key={name}
              variant="secondary"
              disabled={provider.busy}
              onClick={() => provider.submit(name)}
            >
              {PROVIDER_NAMES[name]}
            </Button>
          ) : (
            <Button key={name} variant="secondary" disabled aria-describedby={why}>
              {PROVIDER_NAMES[name]}
            </Button>
          ),
        )}
      </div>
      {missing.length > 0 && (
        <p id={why} className="text-center text-tiny text-muted">
          Signing in with {missing.map((name) => PROVIDER_NAMES[name]).join(' or ')} is not
          available yet.
        </p>
      )}
    </div>
  );
}

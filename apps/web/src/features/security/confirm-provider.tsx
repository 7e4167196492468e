import { t } from '@lingui/core/macro';
import type { ErrorCode } from '@quorate/contract/errors';
import {
  CONFIRMED_MINUTES,
  confirmIdentity,
  confirmWithPasskey as confirmWithPasskeyCall,
  startPasskeyConfirmation,
} from '@quorate/contract/security';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { PasswordField } from '@quorate/ui/password-field';
import { Spinner } from '@quorate/ui/spinner';
import { TextField } from '@quorate/ui/text-field';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { configuredProviders, PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { askPasskey, canUsePasskeys } from '../../lib/passkeys.ts';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { type Confirm, ConfirmContext } from '../../lib/use-confirmed.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useAccountSecurity } from './security.api.ts';

function isRefused(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

type ConfirmProviderProps = { userId: string; children: ReactNode };

/**
 * Asks who sits there when the service wants an act confirmed, and lets the act go on by itself
 * afterwards. Acts that are refused at the same time share one question.
 */
export function ConfirmProvider({ userId, children }: ConfirmProviderProps) {
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const question = useRef<{ answer: Promise<boolean>; give: (confirmed: boolean) => void }>(null);

  const confirm = useCallback<Confirm>(async (act) => {
    const go = async () => {
      setMissing(false);
      try {
        await act();
      } catch (error) {
        if (isRefused(error, 'second_factor_missing')) setMissing(true);
        throw error;
      }
    };
    try {
      await go();
    } catch (error) {
      if (!isRefused(error, 'confirmation_needed')) throw error;
      if (!question.current) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        question.current = { answer: promise, give: resolve };
        setAsking(true);
      }
      if (await question.current.answer) await go();
    }
  }, []);

  const settle = (confirmed: boolean) => {
    question.current?.give(confirmed);
    question.current = null;
    setAsking(false);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      {missing && <FactorMissingDialog onClose={() => setMissing(false)} />}
      {asking && (
        <ConfirmDialog
          userId={userId}
          onConfirmed={() => settle(true)}
          onClose={() => settle(false)}
        />
      )}
    </ConfirmContext>
  );
}

/** For an operator who has nothing but a password: where to set up what the act asks for. */
function FactorMissingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t`Set up a second factor`} onClose={onClose}>
      <p className="mb-5 text-small">{t`Changes in the back office need more than your password. Turn on an authenticator app or add a passkey, then come back.`}</p>
      <DialogActions onCancel={onClose} cancel={t`Not now`}>
        <LinkButton to="/dashboard/security">{t`Open the security page`}</LinkButton>
      </DialogActions>
    </Dialog>
  );
}

type ConfirmDialogProps = { userId: string; onConfirmed: () => void; onClose: () => void };

/** "Confirm that it is you": by password and code, by passkey, or at a linked provider. */
function ConfirmDialog({ userId, onConfirmed, onClose }: ConfirmDialogProps) {
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
    <Dialog title={t`Confirm that it is you`} onClose={onClose}>
      <p className="mb-4 text-small text-muted">{t`What you asked for changes who can use your account or what it holds. Once confirmed, you are not asked again for ${CONFIRMED_MINUTES} minutes.`}</p>
      {account.isError && !data && (
        <RetryNotice
          title={t`Failed to load how you can confirm`}
          error={account.error}
          onRetry={() => void account.refetch()}
          busy={account.isFetching}
        />
      )}
      {!data && !account.isError && <Spinner label={t`Loading`} />}
      <div className="space-y-4">
        <FailureNotice title={t`The passkey did not confirm it`} error={passkey.error} />
        <FailureNotice title={t`Failed to go to the provider`} error={leave.error} />
        {byPassword && <ConfirmForm withCode={data.totp} onConfirmed={onConfirmed} />}
        {byPasskey && (
          <Button
            variant={byPassword ? 'secondary' : 'primary'}
            className="w-full"
            busy={passkey.busy}
            onClick={() => passkey.submit(undefined)}
          >{t`Use a passkey`}</Button>
        )}
        {!data?.has_password &&
          linked.map((name) => (
            <Button
              key={name}
              variant="secondary"
              className="w-full"
              busy={leave.busy}
              onClick={() => leave.submit(name)}
            >{t`Sign in with ${PROVIDER_NAMES[name]} once more`}</Button>
          ))}
        {stuck && (
          <p className="text-small">{t`This browser has nothing to confirm with. Sign out, sign in again and come back within ${CONFIRMED_MINUTES} minutes.`}</p>
        )}
      </div>
    </Dialog>
  );
}

type ConfirmFormProps = {
  /** Whether an authenticator app is on, so that the password alone is not enough. */
  withCode: boolean;
  onConfirmed: () => void;
};

function ConfirmForm({ withCode, onConfirmed }: ConfirmFormProps) {
  const first = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  // The app may have been turned on elsewhere since this page asked.
  const [codeAsked, setCodeAsked] = useState(withCode);
  const { busy, error, onSubmit } = useSubmission(async () => {
    try {
      await confirmWithPassword(password, codeAsked ? code : '');
    } catch (refused) {
      if (refused instanceof ApiError && refused.code === 'code_needed') setCodeAsked(true);
      throw refused;
    }
    onConfirmed();
  });
  useEffect(() => first.current?.focus(), []);
  const refused = error instanceof ApiError ? error.code : null;
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <FailureNotice title={t`Not confirmed`} error={error} />
      <PasswordField
        ref={first}
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
        invalid={refused === 'wrong_password'}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {codeAsked && (
        <TextField
          label={t`Code of your authenticator app`}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          invalid={refused === 'wrong_code'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" busy={busy} className="w-full">{t`Confirm`}</Button>
    </form>
  );
}

/** @param code of the authenticator app; empty where the account has none */
async function confirmWithPassword(password: string, code: string): Promise<void> {
  await callApi(confirmIdentity, {
    body: { password, ...(code.trim() === '' ? {} : { code: code.trim() }) },
  });
}

/** @throws PasskeyFault when the person gives up, ApiError when the service refuses */
async function confirmWithPasskey(): Promise<void> {
  const { options } = await callApi(startPasskeyConfirmation, {});
  const response = await askPasskey(options);
  await callApi(confirmWithPasskeyCall, { body: { response } });
}

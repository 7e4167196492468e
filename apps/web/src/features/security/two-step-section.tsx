import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  disableTotp,
  enableTotp,
  makeRecoveryCodes,
  RECOVERY_CODES,
  startTotp,
} from '@quorate/contract/second-factors';
import type { AccountSecurity } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { Skeleton } from '@quorate/ui/skeleton';
import { TextField } from '@quorate/ui/text-field';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { SITE } from '../../lib/site.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useQuestion } from './ask-dialog.tsx';
import { useRefreshSecurity } from './security.api.ts';
import './print-alone.css';

/** From here on it is time to make new ones. */
const FEW_CODES = 3;

type TwoStepSectionProps = { userId: string; account: AccountSecurity };

/** The authenticator app and its codes of last resort. */
export function TwoStepSection({ userId, account }: TwoStepSectionProps) {
  const refresh = useRefreshSecurity(userId);
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { ask, dialog, done, setDone } = useQuestion();
  const start = useConfirmed(async () => {
    const { secret, uri } = await callApi(startTotp, {});
    setDone(null);
    setSetup({ secret, uri });
  });
  const left = account.recovery_codes_left;

  const askNewCodes = () =>
    ask({
      title: t`Make new recovery codes?`,
      words: t`You get ${RECOVERY_CODES} new codes. The old ones, used or not, no longer work.`,
      act: t`Make new codes`,
      failure: t`Failed to make new recovery codes`,
      run: async () => {
        const reply = await callApi(makeRecoveryCodes, {});
        await refresh();
        setCodes(reply.recovery_codes);
      },
    });
  const askTurnOff = () =>
    ask({
      title: t`Turn the authenticator app off?`,
      words: t`Signing in then takes the password alone. The recovery codes end with the app, and its entry there can be deleted.`,
      act: t`Turn off`,
      failure: t`Failed to turn the authenticator app off`,
      run: async () => {
        await callApi(disableTotp, {});
        await refresh();
        setCodes(null);
        setDone(t`The authenticator app is off. Signing in takes the password alone.`);
      },
    });

  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        username={account.username}
        onKept={() => {
          setCodes(null);
          setDone(t`Your recovery codes are in your hands. They are not shown again.`);
        }}
      />
    );
  }
  if (setup) {
    return (
      <TotpSetup
        {...setup}
        onCancel={() => setSetup(null)}
        onDone={async (made) => {
          await refresh();
          setSetup(null);
          setCodes(made);
        }}
      />
    );
  }
  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <FailureNotice title={t`Failed to begin`} error={start.error} className="mb-4" />
      <SettingList>
        <SettingRow
          title={
            <>
              {t`Authenticator app`}
              <Badge tone={account.totp ? 'gain' : 'neutral'}>
                {account.totp ? t`On` : t`Off`}
              </Badge>
            </>
          }
          action={
            account.totp ? (
              <Button variant="secondary" size="small" onClick={askTurnOff}>{t`Turn off`}</Button>
            ) : (
              <Button
                size="small"
                busy={start.busy}
                onClick={() => start.submit(undefined)}
              >{t`Turn on`}</Button>
            )
          }
        >
          {account.totp
            ? t`Signing in with the password asks for a code of your app as well.`
            : t`An app on your phone makes a new code every 30 seconds. A stolen password alone then opens nothing.`}
        </SettingRow>
        {account.totp && (
          <SettingRow
            title={
              <Trans>
                Recovery codes
                <Badge
                  tone={left <= FEW_CODES ? 'warn' : 'neutral'}
                >{t`${left} of ${RECOVERY_CODES} left`}</Badge>
              </Trans>
            }
            action={
              <Button variant="secondary" size="small" onClick={askNewCodes}>{t`New codes`}</Button>
            }
          >
            {left <= FEW_CODES
              ? t`Few are left. Make new ones before the last is used.`
              : t`Each signs you in once when the app is not at hand.`}
          </SettingRow>
        )}
      </SettingList>
      {dialog}
    </>
  );
}

type RecoveryCodesProps = { codes: readonly string[]; username: string; onKept: () => void };

/** Shown once: the service keeps only what it can compare them with. */
function RecoveryCodes({ codes, username, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = t`Recovery codes of ${username} at ${SITE.name}`;
  const save = () => {
    const lines = [title, t`Each signs in once, in place of a code of the app.`, '', ...codes, ''];
    saveFile(
      `${SITE.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`,
      new Blob([lines.join('\r\n')], { type: 'text/plain' }),
    );
  };
  return (
    <div data-print-alone className="rounded-card border border-line bg-surface p-5">
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-semibold outline-none"
      >{t`Keep these recovery codes`}</h3>
      <p className="mt-1 text-small text-muted">
        {title}.{' '}
        {t`Each signs you in once when your app is lost. They are shown only now: keep them where your phone is not.`}
      </p>
      <ul
        aria-label={t`Recovery codes`}
        className="figures mt-4 grid gap-x-8 gap-y-1.5 text-small select-all xs:grid-cols-2 sm:max-w-96"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2.5 print:hidden">
        <CopyButton label={t`Copy`} text={codes.join('\n')} />
        <Button variant="secondary" size="small" onClick={save}>{t`Download`}</Button>
        <Button variant="secondary" size="small" onClick={() => window.print()}>{t`Print`}</Button>
      </div>
      <Button className="mt-5 print:hidden" onClick={onKept}>{t`I have kept them`}</Button>
    </div>
  );
}

/** Loaded by whoever turns the app on. */
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

type TotpSetupProps = {
  /** Base32, for typing in. */
  secret: string;
  /** otpauth:// address, for the QR code. */
  uri: string;
  onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  onCancel: () => void;
};

/** The secret goes into the app; the app's first code shows that it arrived. */
function TotpSetup({ secret, uri, onDone, onCancel }: TotpSetupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [code, setCode] = useState('');
  const { busy, error, onSubmit } = useConfirmed(async () => {
    const reply = await callApi(enableTotp, { body: { code: code.trim() } });
    await onDone(reply.recovery_codes);
  });
  useEffect(() => heading.current?.focus(), []);
  return (
    <form onSubmit={onSubmit} className="rounded-card border border-line bg-surface p-5">
      <h3
        ref={heading}
        tabIndex={-1}
        className="font-semibold outline-none"
      >{t`Set up your authenticator app`}</h3>
      <ol className="mt-4 list-decimal space-y-5 ps-5 text-small marker:text-muted">
        <li>
          <Trans>
            Scan this with the app, or type the key in.
            <div className="mt-3 flex flex-wrap items-center gap-5">
              <Suspense fallback={<Skeleton className="size-44 rounded-control" />}>
                <QrCode text={uri} label={t`QR code that holds the key`} />
              </Suspense>
              <div className="min-w-0 flex-1 basis-48">
                <p className="text-tiny text-muted">Key, by time, 6 digits</p>
                <p className="figures mt-1 mb-2.5 text-small wrap-anywhere select-all">
                  {secret.replace(/(.{4})(?=.)/g, '$1 ')}
                </p>
                <CopyButton label={t`Copy the key`} text={secret} />
              </div>
            </div>
          </Trans>
        </li>
        <li>
          <Trans>
            Type the code that the app shows now.
            <div className="mt-3 max-w-72">
              <TextField
                label={t`Code`}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                invalid={error instanceof ApiError && error.code === 'wrong_code'}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </div>
          </Trans>
        </li>
      </ol>
      <FailureNotice title={t`The app is not on yet`} error={error} className="mt-4" />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>{t`Turn on`}</Button>
        <Button variant="secondary" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}

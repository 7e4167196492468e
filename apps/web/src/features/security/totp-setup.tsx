import { enableTotp } from '@quorate/contract/second-factors';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Skeleton } from '@quorate/ui/skeleton';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

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
export function TotpSetup({ secret, uri, onDone, onCancel }: TotpSetupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [code, setCode] = useState('');
  const { busy, error, submit } = useConfirmed(async () => {
    const reply = await callApi(enableTotp, { body: { code: code.trim() } });
    await onDone(reply.recovery_codes);
  });
  useEffect(() => heading.current?.focus(), []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <form onSubmit={onSubmit} className="rounded-card border border-line bg-surface p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Set up your authenticator app
      </h3>
      <ol className="mt-4 list-decimal space-y-5 pl-5 text-small marker:text-muted">
        <li>
          Scan this with the app, or type the key in.
          <div className="mt-3 flex flex-wrap items-center gap-5">
            <Suspense fallback={<Skeleton className="size-44 rounded-control" />}>
              <QrCode text={uri} label="QR code that holds the key" />
            </Suspense>
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-tiny text-muted">Key, by time, 6 digits</p>
              <p className="figures mt-1 mb-2.5 text-[0.9375rem] wrap-anywhere select-all">
                {secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </p>
              <CopyButton label="Copy the key" text={secret} />
            </div>
          </div>
        </li>
        <li>
          Type the code that the app shows now.
          <div className="mt-3 max-w-72">
            <TextField
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              invalid={error instanceof ApiError && error.code === 'wrong_code'}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </div>
        </li>
      </ol>
      <FailureNotice title="The app is not on yet" error={error} className="mt-4" />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Turn on
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

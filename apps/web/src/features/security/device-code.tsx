import { DEVICE_CODE_MINUTES, makeDeviceCode } from '@quorate/contract/devices';
import { Button } from '@quorate/ui/button';
import { useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { DeviceCodeCard } from './device-code-card.tsx';

type MadeCode = { code: string; endsAt: number };

/** @param onWaiting told whether a code waits to be used, so that the list can look for the new device */
export function DeviceCode({ onWaiting }: { onWaiting: (waiting: boolean) => void }) {
  const make = useRef<HTMLButtonElement>(null);
  const [made, setMade] = useState<MadeCode | null>(null);
  const { busy, error, submit } = useConfirmed(async () => {
    const { code } = await callApi(makeDeviceCode, {});
    // By this machine's clock from here on: it may differ from the service's by more than the code lives.
    setMade({ code, endsAt: Date.now() + DEVICE_CODE_MINUTES * 60_000 });
    onWaiting(true);
  });
  const close = () => {
    setMade(null);
    onWaiting(false);
    make.current?.focus();
  };
  return (
    <div className="mt-8 border-t border-line pt-5">
      <h3 className="text-small font-semibold">Sign in a bot or the desktop app</h3>
      <p className="mt-1 mb-4 text-small text-muted">
        With a one-time code it needs no password. It may trade, sync and read, and cannot change
        your account; sign it out above at any time.
      </p>
      <FailureNotice title="Failed to make a code" error={error} className="mb-4" />
      {made && (
        <DeviceCodeCard key={made.code} {...made} onOver={() => onWaiting(false)} onClose={close} />
      )}
      <Button
        ref={make}
        variant="secondary"
        size="small"
        className={made ? 'mt-4' : undefined}
        busy={busy}
        onClick={() => submit(undefined)}
      >
        {made ? 'Make another code' : 'Make a one-time code'}
      </Button>
    </div>
  );
}

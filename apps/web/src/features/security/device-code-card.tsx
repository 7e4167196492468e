import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSecondsLeft } from './use-seconds-left.ts';

type DeviceCodeCardProps = {
  code: string;
  /** When it stops working, in ms since 1970 by this machine's clock. */
  endsAt: number;
  onOver: () => void;
  onClose: () => void;
};

/** The code as long as it works, and where to type it. */
export function DeviceCodeCard({ code, endsAt, onOver, onClose }: DeviceCodeCardProps) {
  const box = useRef<HTMLDivElement>(null);
  const left = useSecondsLeft(endsAt);
  const over = left === 0;
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    if (over) tellOver();
  }, [over]);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="One-time code"
      className="rounded-card border border-line bg-surface p-5"
    >
      {over ? (
        <p role="status" className="text-small">
          The code has expired. Make another one.
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
            <p className="figures text-[1.75rem] leading-tight font-medium select-all">{code}</p>
            <p className="text-small text-muted">
              Works once, for{' '}
              <span role="timer" className="figures">
                {clock(left)}
              </span>
            </p>
          </div>
          <ul className="mt-4 list-disc space-y-1.5 pl-5 text-small marker:text-muted">
            <li>
              Bot: start it with <code className="figures text-[0.875rem]">--code {code}</code> in
              place of the password.
            </li>
            <li>
              Desktop app: where it asks you to sign in, press “I have a code from the dashboard”
              and type it there.
            </li>
          </ul>
          <p className="mt-3 text-small text-muted">
            The list above shows the device when it has signed in.
          </p>
          <div className="mt-4">
            <CopyButton label="Copy the code" text={code} />
          </div>
        </>
      )}
      <Button variant="quiet" size="small" className="mt-3 -ml-3" onClick={onClose}>
        Close
      </Button>
    </section>
  );
}

/** @example clock(605) // '10:05' */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

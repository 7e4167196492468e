import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useEffect, useEffectEvent, useState } from 'react';

type CodeMissingProps = {
  title: string;
  /** Sends for the code again. @returns whether it came */
  onRetry: () => Promise<boolean>;
};

/** Stands where a part of the site's own code did not arrive, as after a release or without a network. */
export function CodeMissing({ title, onRetry }: CodeMissingProps) {
  const [busy, setBusy] = useState(false);
  const [offline] = useState(() => !navigator.onLine);
  const retry = async () => {
    setBusy(true);
    const came = await onRetry();
    setBusy(false);
    return came;
  };
  const retryOnline = useEffectEvent(retry);
  useEffect(() => {
    const onOnline = () => void retryOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  const onPress = async () => {
    // A browser may keep the failure, and a release may have taken the file away: a new page helps both.
    if (!(await retry()) && navigator.onLine) window.location.reload();
  };
  return (
    <Notice
      tone={offline ? 'warning' : 'error'}
      live
      title={offline ? `Offline. ${title}` : title}
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={() => void onPress()}>
          Try again
        </Button>
      }
    >
      {offline
        ? 'This device has no network. We try again when it is back.'
        : 'This part of the page did not arrive.'}
    </Notice>
  );
}

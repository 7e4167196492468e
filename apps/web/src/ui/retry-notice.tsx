import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { errorReason } from '../lib/error-text.ts';

type RetryNoticeProps = {
  /** The screen's own sentence. */
  title: string;
  error: unknown;
  onRetry: () => void;
  busy?: boolean;
};

/** A call that failed, with the way to try it again. Without a network it is tried again when that is back. */
export function RetryNotice({ title, error, onRetry, busy }: RetryNoticeProps) {
  const offline = error instanceof ApiError && error.code === 'network' && !navigator.onLine;
  const again = useEffectEvent(onRetry);
  useEffect(() => {
    if (!offline) return;
    const onOnline = () => again();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [offline]);
  return (
    <Notice
      tone={offline ? 'warning' : 'error'}
      live
      title={offline ? `${t`Offline.`} ${title}` : title}
      action={
        <Button
          variant="secondary"
          size="small"
          onClick={onRetry}
          busy={busy ?? false}
        >{t`Retry`}</Button>
      }
    >
      {offline
        ? t`There is no network, and no copy of it on this device. We load it when you are online again.`
        : errorReason(error)}
    </Notice>
  );
}

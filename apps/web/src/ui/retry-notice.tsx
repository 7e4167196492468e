import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { errorReason } from '../lib/error-text.ts';
import { onServiceBack } from '../lib/service-back.ts';

type RetryNoticeProps = {
  /** The screen's own sentence. */
  title: string;
  error: unknown;
  onRetry: () => void;
  busy?: boolean;
};

/** A call that failed, with the way to try it again. One that reached nobody is also tried again when it can. */
export function RetryNotice({ title, error, onRetry, busy }: RetryNoticeProps) {
  const unreached = error instanceof ApiError && error.code === 'network';
  const offline = unreached && !navigator.onLine;
  const again = useEffectEvent(onRetry);
  useEffect(() => (unreached ? onServiceBack(() => again()) : undefined), [unreached]);
  return (
    <Notice
      tone={offline ? 'warning' : 'error'}
      live
      title={offline ? t`Offline. ${title}` : title}
      action={
        <Button
          variant="secondary"
          size="small"
          onClick={onRetry}
          busy={busy ?? false}
        >{t`Retry`}</Button>
      }
    >
      {offline ? t`This device has no network. We retry when it is back.` : errorReason(error)}
    </Notice>
  );
}

import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { errorReason } from '../lib/error-text.ts';

type RetryNoticeProps = {
  /** The screen's own sentence. */
  title: string;
  error: unknown;
  onRetry: () => void;
  busy?: boolean;
};

/** A call that failed, with the way to try it again. */
export function RetryNotice({ title, error, onRetry, busy }: RetryNoticeProps) {
  return (
    <Notice
      tone="error"
      live
      title={title}
      action={
        <Button variant="secondary" size="small" onClick={onRetry} busy={busy ?? false}>
          Retry
        </Button>
      }
    >
      {errorReason(error)}
    </Notice>
  );
}

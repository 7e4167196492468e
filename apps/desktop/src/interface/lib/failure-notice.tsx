import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { LocalCallError } from './local-client.ts';

type FailureNoticeProps = {
  /** What was not done, as a heading. */
  title: string;
  /** null or undefined shows nothing. */
  error: unknown;
  onRetry?: () => void;
  busy?: boolean;
};

/** That a call failed and why, with the way to try it again where that makes sense. */
export function FailureNotice({ title, error, onRetry, busy = false }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
  return (
    <Notice
      tone="error"
      live
      title={title}
      action={
        onRetry && (
          <Button variant="secondary" size="small" busy={busy} onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {errorText(error, 'Something unexpected happened. Try again.')}
    </Notice>
  );
}

/** What to say of a call that failed: the app's own sentence, else the screen's. */
function errorText(error: unknown, fallback: string): string {
  return error instanceof LocalCallError ? error.message : fallback;
}

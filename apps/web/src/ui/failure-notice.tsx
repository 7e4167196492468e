import { Notice } from '@quorate/ui/notice';
import { errorReason } from '../lib/error-text.ts';
import { PasskeyFault } from '../lib/passkey-fault.ts';

type FailureNoticeProps = {
  /** The screen's own sentence. */
  title: string;
  /** What was thrown; null shows nothing. */
  error: unknown;
  className?: string;
};

/** That an act failed, and why as far as it is known. */
export function FailureNotice({ title, error, className }: FailureNoticeProps) {
  if (error === null) return null;
  const reason = error instanceof PasskeyFault ? error.message : errorReason(error);
  return (
    <Notice tone="error" live title={title} {...(className ? { className } : {})}>
      {reason}
    </Notice>
  );
}

import { i18n } from '@quorate/ui/i18n';
import { Notice } from '@quorate/ui/notice';

type ReviewMessageProps = {
  message: string;
  /** Whether the service took the review. */
  taken: boolean;
  className?: string;
};

/** What the service said about a review: green if it speaks of success, else red. */
export function ReviewMessage({ message, taken, className }: ReviewMessageProps) {
  // The word is English: in another language it is what became of the review that counts.
  const good =
    message.toLowerCase().includes('success') || (taken && !i18n.locale.startsWith('en'));
  return (
    <Notice tone={good ? 'success' : 'error'} live {...(className ? { className } : {})}>
      {message}
    </Notice>
  );
}

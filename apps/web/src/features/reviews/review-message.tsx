import { Notice } from '@quorate/ui/notice';

/** What the service said about a review: green if it speaks of success, else red. */
export function ReviewMessage({ message, className }: { message: string; className?: string }) {
  const good = message.toLowerCase().includes('success');
  return (
    <Notice tone={good ? 'success' : 'error'} live {...(className ? { className } : {})}>
      {message}
    </Notice>
  );
}

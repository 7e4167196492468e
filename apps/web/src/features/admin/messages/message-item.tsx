import type { AdminMessage } from '@quorate/contract/admin-messages';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { Moment } from '../parts/moment.tsx';

type MessageItemProps = { message: AdminMessage; onAct: (act: 'handle' | 'reopen') => void };

export function MessageItem({ message, onAct }: MessageItemProps) {
  const { name, email, subject, created_at, handled_at, handled_by, note } = message;
  const act = handled_at === null ? 'handle' : 'reopen';
  return (
    <li className="rounded-card border border-line bg-surface p-4 text-small">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{subject}</p>
          <p className="wrap-anywhere text-muted">
            {name}, {email}, <Moment at={created_at} />
          </p>
        </div>
        {handled_at === null ? <Badge tone="brand">Open</Badge> : <Badge>Handled</Badge>}
      </div>
      <p className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">{message.message}</p>
      {handled_at !== null && (
        <p className="mt-2 text-muted">
          Handled by {handled_by ?? 'an account that is gone'}, <Moment at={handled_at} />
        </p>
      )}
      {note !== null && <p className="mt-2 max-w-prose wrap-anywhere text-muted">Note: {note}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={replyTo(message)} className={buttonClass('secondary', 'small')}>
          Reply by mail<span className="sr-only"> to {name}</span>
        </a>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${act === 'handle' ? 'Mark as handled' : 'Open again'}: ${subject}`}
          onClick={() => onAct(act)}
        >
          {act === 'handle' ? 'Mark as handled' : 'Open again'}
        </Button>
      </div>
    </li>
  );
}

/** Opens the reader's own mail program; what was written stands below, as answers have it. */
function replyTo({ email, subject, message }: AdminMessage): string {
  const quoted = message
    .slice(0, 1_000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const fields = { subject: `Re: ${subject}`, body: `\r\n\r\n${quoted}` };
  const query = Object.entries(fields).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}

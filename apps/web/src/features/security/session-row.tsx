import type { UserSession } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { SettingRow } from '@quorate/ui/setting-row';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';

const KIND_WORDS = { browser: 'Browser', bot: 'Bot', desktop: 'Desktop app' } as const;

type SessionRowProps = { session: UserSession; onEnd: () => void };

export function SessionRow({ session, onEnd }: SessionRowProps) {
  const timeZone = viewerTimeZone();
  const time = (iso: string) => <time dateTime={iso}>{formatTime(iso, timeZone)}</time>;
  return (
    <SettingRow
      title={
        <>
          {session.name}
          {session.current ? (
            <Badge tone="brand">This browser</Badge>
          ) : (
            session.kind !== 'browser' && <Badge>{KIND_WORDS[session.kind]}</Badge>
          )}
        </>
      }
      action={
        !session.current && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Sign out: ${session.name}`}
            onClick={onEnd}
          >
            Sign out
          </Button>
        )
      }
    >
      <p>
        {session.current ? 'Signed in' : 'Last used'}{' '}
        {time(session.current ? session.created_at : session.last_used_at)}
        {session.address !== null && (
          <>
            {' '}
            from <span className="figures text-[0.875rem]">{session.address}</span>
          </>
        )}
      </p>
      <p className="text-tiny">
        {!session.current && <>Signed in {time(session.created_at)}. </>}
        Ends {time(session.expires_at)} at the latest.
      </p>
    </SettingRow>
  );
}

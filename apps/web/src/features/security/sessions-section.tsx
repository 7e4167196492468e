import { plural, select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DEVICE_CODE_MINUTES, makeDeviceCode } from '@quorate/contract/devices';
import { endOtherSessions, endSession, type UserSession } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { CopyButton } from '@quorate/ui/copy-button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { AskDialog, useQuestion } from './ask-dialog.tsx';
import { browserWords } from './browser-name.ts';
import { useRefreshSecurity, useSessions } from './security.api.ts';

/** Who is signed in: this and other browsers, bots and apps. */
export function SessionsSection({ userId }: { userId: string }) {
  const refresh = useRefreshSecurity(userId);
  const [page, setPage] = useState(1);
  const [awaiting, setAwaiting] = useState(false);
  const [endingOthers, setEndingOthers] = useState(false);
  const sessions = useSessions(userId, page, awaiting);
  const { ask, dialog, done, setDone } = useQuestion();

  const askEnd = ({ session_id, kind, name: called }: UserSession) => {
    const name = browserWords(called);
    ask({
      title:
        kind === 'browser'
          ? t`Sign ${name} out?`
          : t`Sign the ${select(kind, { desktop: 'desktop app', other: 'bot' })} ${name} out?`,
      words:
        kind === 'browser'
          ? t`The person there has to sign in again.`
          : t`It stops at once: no new trades and no new history. Positions that are open stay open in your terminal with their stop loss.`,
      act: t`Sign out`,
      failure: t`Failed to sign ${name} out`,
      run: async () => {
        await callApi(endSession, { params: { session_id } });
        await refresh();
        setDone(t`${name} is signed out.`);
      },
    });
  };

  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <PagedList
        query={sessions}
        noun={t`sessions`}
        empty={t`Nobody is signed in.`}
        onPage={setPage}
      >
        {({ sessions: rows }) => (
          <SettingList label={t`Sessions and devices`}>
            {rows.map((session) => (
              <SessionRow
                key={session.session_id}
                session={session}
                onEnd={() => askEnd(session)}
              />
            ))}
          </SettingList>
        )}
      </PagedList>
      {(sessions.data?.pagination.total ?? 0) > 1 && (
        <Button
          variant="secondary"
          size="small"
          className="mt-4"
          onClick={() => {
            setDone(null);
            setEndingOthers(true);
          }}
        >{t`Sign out all others`}</Button>
      )}
      <DeviceCode onWaiting={setAwaiting} />
      {endingOthers && (
        <EndOthersDialog
          userId={userId}
          onDone={(words) => {
            setEndingOthers(false);
            setPage(1);
            setDone(words);
          }}
          onClose={() => setEndingOthers(false)}
        />
      )}
      {dialog}
    </>
  );
}

type EndOthersDialogProps = {
  userId: string;
  onDone: (words: string) => void;
  onClose: () => void;
};

function EndOthersDialog({ userId, onDone, onClose }: EndOthersDialogProps) {
  const refresh = useRefreshSecurity(userId);
  const [devices, setDevices] = useState(false);
  return (
    <AskDialog
      title={t`Sign out all others?`}
      words={
        <div className="space-y-3">
          <p>{t`Every browser but this one has to sign in again.`}</p>
          <Checkbox
            label={t`Bots and desktop apps, too. They stop trading until they are signed in again.`}
            checked={devices}
            onChange={(event) => setDevices(event.target.checked)}
          />
        </div>
      }
      act={t`Sign out`}
      failure={t`Failed to sign the others out`}
      run={async () => {
        const reply = await callApi(endOtherSessions, { body: { devices } });
        await refresh();
        onDone(
          reply.sessions_ended === 0
            ? t`Nobody else was signed in.`
            : plural(reply.sessions_ended, {
                one: '# session signed out.',
                other: '# sessions signed out.',
              }),
        );
      }}
      onClose={onClose}
    />
  );
}

type MadeCode = { code: string; endsAt: number };

/** @param onWaiting told whether a code waits to be used, so that the list can look for the new device */
function DeviceCode({ onWaiting }: { onWaiting: (waiting: boolean) => void }) {
  const make = useRef<HTMLButtonElement>(null);
  const [made, setMade] = useState<MadeCode | null>(null);
  const { busy, error, submit } = useConfirmed(async () => {
    const { code } = await callApi(makeDeviceCode, {});
    // By this machine's clock from here on: it may differ from the service's by more than the code lives.
    setMade({ code, endsAt: Date.now() + DEVICE_CODE_MINUTES * 60_000 });
    onWaiting(true);
  });
  const close = () => {
    setMade(null);
    onWaiting(false);
    make.current?.focus();
  };
  return (
    <div className="mt-8 border-t border-line pt-5">
      <h3 className="text-small font-semibold">{t`Sign in a bot or the desktop app`}</h3>
      <p className="mt-1 mb-4 text-small text-muted">{t`With a one-time code it needs no password. It may trade, sync and read, and cannot change your account; sign it out above at any time.`}</p>
      <FailureNotice title={t`Failed to make a code`} error={error} className="mb-4" />
      {made && (
        <DeviceCodeCard key={made.code} {...made} onOver={() => onWaiting(false)} onClose={close} />
      )}
      <Button
        ref={make}
        variant="secondary"
        size="small"
        className={made ? 'mt-4' : undefined}
        busy={busy}
        onClick={() => submit(undefined)}
      >
        {made ? t`Make another code` : t`Make a one-time code`}
      </Button>
    </div>
  );
}

const KIND_WORDS = { browser: t`Browser`, bot: t`Bot`, desktop: t`Desktop app` } as const;

type SessionRowProps = { session: UserSession; onEnd: () => void };

function SessionRow({ session, onEnd }: SessionRowProps) {
  const timeZone = viewerTimeZone();
  const time = (iso: string) => <time dateTime={iso}>{formatTime(iso, timeZone)}</time>;
  return (
    <SettingRow
      title={
        <>
          {browserWords(session.name)}
          {session.current ? (
            <Badge tone="brand">{t`This browser`}</Badge>
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
            aria-label={t`Sign out: ${browserWords(session.name)}`}
            onClick={onEnd}
          >{t`Sign out`}</Button>
        )
      }
    >
      <p>
        {session.current ? (
          <Trans>Signed in {time(session.created_at)}</Trans>
        ) : (
          <Trans>Last used {time(session.last_used_at)}</Trans>
        )}
        {session.address !== null && (
          <>
            {' '}
            <Trans>
              from <span className="figures text-small">{session.address}</span>
            </Trans>
          </>
        )}
      </p>
      <p className="text-tiny">
        {!session.current && (
          <>
            <Trans>Signed in {time(session.created_at)}.</Trans>{' '}
          </>
        )}
        <Trans>Ends {time(session.expires_at)} at the latest.</Trans>
      </p>
    </SettingRow>
  );
}

type DeviceCodeCardProps = {
  code: string;
  /** When it stops working, in ms since 1970 by this machine's clock. */
  endsAt: number;
  onOver: () => void;
  onClose: () => void;
};

/** The code as long as it works, and where to type it. */
function DeviceCodeCard({ code, endsAt, onOver, onClose }: DeviceCodeCardProps) {
  const box = useRef<HTMLDivElement>(null);
  const left = useSecondsLeft(endsAt);
  const over = left === 0;
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    if (over) tellOver();
  }, [over]);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t`One-time code`}
      className="rounded-card border border-line bg-surface p-5"
    >
      {over ? (
        <p role="status" className="text-small">{t`The code has expired. Make another one.`}</p>
      ) : (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
            <p className="figures text-heading leading-tight font-medium select-all">{code}</p>
            <p className="text-small text-muted">
              <Trans>
                Works once, for{' '}
                <span role="timer" className="figures">
                  {clock(left)}
                </span>
              </Trans>
            </p>
          </div>
          <ul className="mt-4 list-disc space-y-1.5 ps-5 text-small marker:text-muted">
            <li>
              <Trans>
                Bot: start it with <code className="figures text-small">--code {code}</code> in
                place of the password.
              </Trans>
            </li>
            <li>{t`Desktop app: where it asks you to sign in, press “I have a code from the dashboard” and type it there.`}</li>
          </ul>
          <p className="mt-3 text-small text-muted">{t`The list above shows the device when it has signed in.`}</p>
          <div className="mt-4">
            <CopyButton label={t`Copy the code`} text={code} />
          </div>
        </>
      )}
      <Button
        variant="quiet"
        size="small"
        className="mt-3 -ms-3"
        onClick={onClose}
      >{t`Close`}</Button>
    </section>
  );
}

/** @example clock(605) // '10:05' */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whole seconds until a moment, counted down; 0 once it is over. @param end ms since 1970 */
function useSecondsLeft(end: number): number {
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    setLeft(secondsUntil(end));
    const timer = setInterval(() => setLeft(secondsUntil(end)), 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1_000));
}

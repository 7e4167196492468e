import { endSession, type UserSession } from '@quorate/contract/security';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList } from '@quorate/ui/setting-row';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { useQuestion } from './ask-dialog.tsx';
import { DeviceCode } from './device-code.tsx';
import { EndOthersDialog } from './end-others-dialog.tsx';
import { useRefreshSecurity, useSessions } from './security.api.ts';
import { SessionRow } from './session-row.tsx';

/** Who is signed in: this and other browsers, bots and apps. */
export function SessionsSection({ userId }: { userId: string }) {
  const refresh = useRefreshSecurity(userId);
  const [page, setPage] = useState(1);
  const [awaiting, setAwaiting] = useState(false);
  const [endingOthers, setEndingOthers] = useState(false);
  const sessions = useSessions(userId, page, awaiting);
  const { ask, dialog, done, setDone } = useQuestion();

  const askEnd = ({ session_id, kind, name }: UserSession) =>
    ask({
      title: kind === 'browser' ? `Sign ${name} out?` : `Sign the ${kind} ${name} out?`,
      words:
        kind === 'browser'
          ? 'Whoever sits there has to sign in again.'
          : 'It stops at once: no new trades and no new history. Positions that are open stay open in your terminal with their stop loss.',
      act: 'Sign out',
      failure: `Failed to sign ${name} out`,
      run: async () => {
        await callApi(endSession, { params: { session_id } });
        await refresh();
        setDone(`${name} is signed out.`);
      },
    });

  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <PagedList query={sessions} noun="sessions" empty="Nobody is signed in." onPage={setPage}>
        {({ sessions: rows }) => (
          <SettingList label="Sessions and devices">
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
        >
          Sign out all others
        </Button>
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

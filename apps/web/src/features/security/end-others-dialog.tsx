import { endOtherSessions } from '@quorate/contract/security';
import { Checkbox } from '@quorate/ui/checkbox';
import { countOf } from '@quorate/ui/format';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { AskDialog } from './ask-dialog.tsx';
import { useRefreshSecurity } from './security.api.ts';

type EndOthersDialogProps = {
  userId: string;
  onDone: (words: string) => void;
  onClose: () => void;
};

export function EndOthersDialog({ userId, onDone, onClose }: EndOthersDialogProps) {
  const refresh = useRefreshSecurity(userId);
  const [devices, setDevices] = useState(false);
  return (
    <AskDialog
      title="Sign out all others?"
      words={
        <div className="space-y-3">
          <p>Every browser but this one has to sign in again.</p>
          <Checkbox
            label="Bots and desktop apps, too. They stop trading until they are signed in again."
            checked={devices}
            onChange={(event) => setDevices(event.target.checked)}
          />
        </div>
      }
      act="Sign out"
      failure="Failed to sign the others out"
      run={async () => {
        const reply = await callApi(endOtherSessions, { body: { devices } });
        await refresh();
        onDone(
          reply.sessions_ended === 0
            ? 'Nobody else was signed in.'
            : `${countOf(reply.sessions_ended, 'session')} signed out.`,
        );
      }}
      onClose={onClose}
    />
  );
}

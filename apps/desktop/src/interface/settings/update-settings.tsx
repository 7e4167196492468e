import { plural, t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { AT_WORK } from '../../contract/runs.ts';
import { checkForUpdate, installUpdate, type UpdateState } from '../../contract/update.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction } from '../lib/local-client.ts';

const TONES: Partial<Record<UpdateState['kind'], string>> = {
  refused: 'text-loss',
  failed: 'text-warn',
  'rolled-back': 'text-warn',
};

/** The app's own updates, in words, and what can be done about them. */
export function UpdateSettings() {
  const { app, configurations } = useAppState();
  const { update } = app;
  const [timeZone] = useState(viewerTimeZone);
  const [asking, setAsking] = useState(false);
  const check = useAction(checkForUpdate);
  const install = useAction(installUpdate);
  const working = configurations.filter(({ run }) => AT_WORK.has(run.phase)).length;
  const busy = ['checking', 'downloading', 'installing'].includes(update.kind);
  return (
    <div className="space-y-3 text-small">
      <FailureNotice title={t`The check for updates failed`} error={check.error} />
      <FailureNotice title={t`The update was not installed`} error={install.error} />
      <p role="status" className={TONES[update.kind]}>
        {updateWords(update)}
      </p>
      {update.progress !== null && (
        <ProgressBar
          label={t`Download of the update`}
          percent={update.progress * 100}
          className="h-1.5 max-w-[20rem]"
        />
      )}
      {update.checked_at !== null && (
        <p className="text-tiny text-muted">{t`Checked ${formatTime(update.checked_at, timeZone)}.`}</p>
      )}
      {update.kind !== 'off' && (
        <div className="flex flex-wrap gap-2.5 pt-1">
          {update.kind === 'waiting' && (
            <Button
              size="small"
              busy={install.isPending}
              onClick={() => setAsking(true)}
            >{t`Install now`}</Button>
          )}
          <Button
            variant="secondary"
            size="small"
            busy={check.isPending || busy}
            onClick={() => check.mutate({})}
          >{t`Check for updates`}</Button>
        </div>
      )}
      {asking && (
        <Dialog
          title={t`Install version ${update.version ?? ''} now?`}
          onClose={() => setAsking(false)}
        >
          <div className="space-y-2 text-small">
            <p>
              {working === 0
                ? t`No bot is running.`
                : t`${plural(working, { one: 'One bot stops and starts', other: '# bots stop and start' })} again with the new version. Open positions stay open with their stops at the broker.`}
            </p>
            <p>{t`The app ends, starts again as the new version and opens a new window. If it does not start, the version that runs now comes back automatically.`}</p>
          </div>
          <DialogActions onCancel={() => setAsking(false)}>
            <Button
              onClick={() => {
                setAsking(false);
                install.mutate({});
              }}
            >{t`Install now`}</Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

/** The state of the updates in one sentence. */
export function updateWords({ kind, version, message }: UpdateState): string {
  const which = version === null ? t`A new version` : t`Version ${version}`;
  switch (kind) {
    case 'off':
      return message ?? t`This copy does not update itself.`;
    case 'current':
      return message ?? t`This is the newest version.`;
    case 'checking':
      return t`Checking for a newer version.`;
    case 'downloading':
      return t`${which} is being downloaded.`;
    case 'waiting':
      return (
        message ??
        t`${which} is downloaded and verified. It is installed once no position is being opened.`
      );
    case 'installing':
      return t`${which} is being installed. The app starts again in a new window.`;
    case 'refused':
      return message
        ? t`${which} was refused: ${message}`
        : t`${which} was refused. Nothing was changed.`;
    case 'failed':
      return message ?? t`The check for updates failed. We’ll retry later.`;
    case 'rolled-back':
      return [t`${which} did not start, so the version before it runs again.`, message]
        .filter(Boolean)
        .join(' ');
  }
}

import type { NotificationSettings } from '@quorate/contract/notifications';
import { BACK_TOLD_AFTER_MIN } from '@quorate/contract/notifications';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { SettingsSection } from '@quorate/ui/settings-section';
import { Skeleton } from '@quorate/ui/skeleton';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { BrowserRow } from './browser-row.tsx';
import { useNotificationActs, useNotifications } from './notifications.api.ts';
import { pushAbility } from './this-browser.ts';
import { ThisBrowserPart } from './this-browser-part.tsx';

type NotificationsSectionProps = {
  userId: string;
  email: string;
  /** What a person would call the browser at hand. */
  nameBrowser: () => string;
};

type Act = { failure: string; run: () => Promise<string> };

/** How the user is told of a silent bot: by mail, and in which browsers. */
export function NotificationsSection({ userId, email, nameBrowser }: NotificationsSectionProps) {
  const notifications = useNotifications(userId);
  const acts = useNotificationActs(userId);
  const [failure, setFailure] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async (act: Act) => {
    setFailure(act.failure);
    setDone(null);
    setDone(await act.run());
  });
  const { data } = notifications;
  const box = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isThere = data !== undefined;
  useEffect(() => {
    // Mails lead here; the page above grows while it loads, which browsers do not follow.
    if (isThere && hash === '#notifications') box.current?.scrollIntoView();
  }, [isThere, hash]);

  const turn = (kind: keyof NotificationSettings, words: string) => () => {
    if (!data) return;
    const on = !data.settings[kind];
    submit({
      failure: 'Failed to save your choice',
      run: async () => {
        await acts.save({ [kind]: on });
        return `${words} are ${on ? 'on' : 'off'}.`;
      },
    });
  };
  const addHere = (pushKey: string) => () =>
    submit({
      failure: 'Failed to have notices sent to this browser',
      run: async () =>
        (await acts.addHere(pushKey, nameBrowser()))
          ? 'Notices are sent to this browser.'
          : 'Nothing was changed: the browser was not allowed to show notices.',
    });

  return (
    <div ref={box}>
      <SettingsSection
        id="notifications"
        title="Notifications"
        lead="Within a minute you are told of a bot that is no longer heard of although it did not end."
      >
        <DoneNotice>{done}</DoneNotice>
        <FailureNotice title={failure} error={error} className="mb-4" />
        {notifications.isError && (
          <RetryNotice
            title="Failed to load your notifications"
            error={notifications.error}
            onRetry={() => void notifications.refetch()}
            busy={notifications.isFetching}
          />
        )}
        {notifications.isPending && (
          <div role="status" aria-label="Loading the notifications" className="space-y-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-4/5" />
          </div>
        )}
        {data && (
          <>
            <SettingList label="Notifications">
              <SettingRow
                title="By mail"
                action={
                  <TurnButton
                    what="mails"
                    on={data.settings.silent_bot_mail}
                    busy={busy}
                    onTurn={turn('silent_bot_mail', 'Mails')}
                  />
                }
              >
                To {email} when a bot falls silent, and when it is back after more than{' '}
                {BACK_TOLD_AFTER_MIN} minutes.
              </SettingRow>
              <SettingRow
                title="In browsers"
                action={
                  <TurnButton
                    what="notices in browsers"
                    on={data.settings.silent_bot_push}
                    busy={busy}
                    onTurn={turn('silent_bot_push', 'Notices in browsers')}
                  />
                }
              >
                The same on the screen, also while no page of ours is open. Readable by that browser
                alone.
              </SettingRow>
              {data.browsers.map((browser) => (
                <BrowserRow
                  key={browser.browser_id}
                  browser={browser}
                  isHere={browser.browser_id === data.here?.browser_id}
                  busy={busy}
                  onTest={() =>
                    submit({
                      failure: 'Failed to send a test',
                      run: () => acts.test(browser.browser_id),
                    })
                  }
                  onRemove={() =>
                    submit({
                      failure: `Failed to remove ${browser.name}`,
                      run: async () => {
                        const isHere = browser.browser_id === data.here?.browser_id;
                        await acts.remove(browser.browser_id, isHere);
                        return `No more notices are sent to ${browser.name}.`;
                      },
                    })
                  }
                />
              ))}
            </SettingList>
            {!data.here && (
              <ThisBrowserPart ability={pushAbility()} busy={busy} onAdd={addHere(data.push_key)} />
            )}
          </>
        )}
      </SettingsSection>
    </div>
  );
}

type TurnButtonProps = { what: string; on: boolean; busy: boolean; onTurn: () => void };

function TurnButton({ what, on, busy, onTurn }: TurnButtonProps) {
  const word = on ? 'Turn off' : 'Turn on';
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={busy}
      aria-label={`${word}: ${what}`}
      onClick={onTurn}
    >
      {word}
    </Button>
  );
}

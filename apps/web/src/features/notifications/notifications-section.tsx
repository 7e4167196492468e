import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  addPushBrowser,
  BACK_TOLD_AFTER_MIN,
  getNotifications,
  type NotificationChange,
  type NotificationSettings,
  type PushBrowser,
  removePushBrowser,
  saveNotifications,
  testPushBrowser,
} from '@quorate/contract/notifications';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { SettingsSection } from '@quorate/ui/settings-section';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { CUSTOMS, LANGUAGES, type Language } from '@quorate/values/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import {
  ownEndpointHash,
  type PushAbility,
  pushAbility,
  subscribeHere,
  unsubscribeHere,
} from './this-browser.ts';

type NotificationsSectionProps = {
  userId: string;
  email: string;
  /** What a person would call the browser at hand. */
  nameBrowser: () => string;
};

/** What is on or off. */
type Switch = Exclude<keyof NotificationSettings, 'time_zone' | 'locale'>;

const TURNED: Readonly<Record<Switch, { on: string; off: string }>> = {
  silent_bot_mail: { on: t`Mails are on.`, off: t`Mails are off.` },
  silent_bot_push: { on: t`Notices in browsers are on.`, off: t`Notices in browsers are off.` },
  floor_mail: { on: t`Mails about limits are on.`, off: t`Mails about limits are off.` },
  floor_push: {
    on: t`Notices about limits in browsers are on.`,
    off: t`Notices about limits in browsers are off.`,
  },
  weekly_review_mail: { on: t`Weekly reviews are on.`, off: t`Weekly reviews are off.` },
};

const IN_LANGUAGE: Readonly<Record<Language, string>> = {
  en: t`Mails and notices will be in English.`,
  es: t`Mails and notices will be in Spanish.`,
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

  const turn = (kind: Switch) => () => {
    if (!data) return;
    const on = !data.settings[kind];
    submit({
      failure: t`Failed to save your choice`,
      run: async () => {
        await acts.save({
          [kind]: on,
          ...(kind === 'weekly_review_mail' && { time_zone: viewerTimeZone() }),
        });
        return TURNED[kind][on ? 'on' : 'off'];
      },
    });
  };
  const addHere = (pushKey: string) => () =>
    submit({
      failure: t`Failed to have notices sent to this browser`,
      run: async () =>
        (await acts.addHere(pushKey, nameBrowser()))
          ? t`Notices are sent to this browser.`
          : t`Nothing was changed: the browser was not allowed to show notices.`,
    });

  return (
    <div ref={box}>
      <SettingsSection
        id="notifications"
        title={t`Notifications`}
        lead={t`We tell you within a minute when a bot goes offline without having been stopped.`}
      >
        <DoneNotice>{done}</DoneNotice>
        <FailureNotice title={failure} error={error} className="mb-4" />
        {notifications.isError && (
          <RetryNotice
            title={t`Failed to load your notifications`}
            error={notifications.error}
            onRetry={() => void notifications.refetch()}
            busy={notifications.isFetching}
          />
        )}
        {notifications.isPending && (
          <div role="status" aria-label={t`Loading the notifications`} className="space-y-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-4/5" />
          </div>
        )}
        {data && (
          <>
            <SettingList label={t`Notifications`}>
              <SettingRow
                title={t`By mail`}
                action={
                  <TurnButton
                    what={t`mails`}
                    on={data.settings.silent_bot_mail}
                    busy={busy}
                    onTurn={turn('silent_bot_mail')}
                  />
                }
              >{t`To ${email} when a bot goes offline, and when it is back after more than ${BACK_TOLD_AFTER_MIN} minutes.`}</SettingRow>
              <SettingRow
                title={t`In browsers`}
                action={
                  <TurnButton
                    what={t`notices in browsers`}
                    on={data.settings.silent_bot_push}
                    busy={busy}
                    onTurn={turn('silent_bot_push')}
                  />
                }
              >{t`The same on the screen, also while no page of ours is open. Readable by that browser alone.`}</SettingRow>
              <SettingRow
                title={t`Limits by mail`}
                action={
                  <TurnButton
                    what={t`mails about limits`}
                    on={data.settings.floor_mail}
                    busy={busy}
                    onTurn={turn('floor_mail')}
                  />
                }
              >{t`When equity comes near a limit of an account, when the limit locks it, and when trading goes on. Each is sent once.`}</SettingRow>
              <SettingRow
                title={t`Limits in browsers`}
                action={
                  <TurnButton
                    what={t`notices about limits in browsers`}
                    on={data.settings.floor_push}
                    busy={busy}
                    onTurn={turn('floor_push')}
                  />
                }
              >{t`The same on the screen.`}</SettingRow>
              <SettingRow
                title={t`Weekly review by mail`}
                action={
                  <TurnButton
                    what={t`the weekly review by mail`}
                    on={data.settings.weekly_review_mail}
                    busy={busy}
                    onTurn={turn('weekly_review_mail')}
                  />
                }
              >
                {t`Three facts and one question about your week, on Monday morning (${data.settings.time_zone ?? 'UTC'}). Only after weeks with trades or decisions.`}
              </SettingRow>
              <SettingRow
                title={t`Language of mails and notices`}
                action={
                  <SelectField
                    label={t`Language`}
                    value={data.settings.locale}
                    options={LANGUAGES.map((value) => ({ value, label: CUSTOMS[value].name }))}
                    onChange={(locale) =>
                      submit({
                        failure: t`Could not change the language`,
                        run: async () => {
                          await acts.save({ locale });
                          return IN_LANGUAGE[locale];
                        },
                      })
                    }
                  />
                }
              />
              {data.browsers.map((browser) => (
                <BrowserRow
                  key={browser.browser_id}
                  browser={browser}
                  isHere={browser.browser_id === data.here?.browser_id}
                  busy={busy}
                  onTest={() =>
                    submit({
                      failure: t`Failed to send a test`,
                      run: () => acts.test(browser.browser_id),
                    })
                  }
                  onRemove={() =>
                    submit({
                      failure: t`Failed to remove ${browser.name}`,
                      run: async () => {
                        const isHere = browser.browser_id === data.here?.browser_id;
                        await acts.remove(browser.browser_id, isHere);
                        return t`No more notices are sent to ${browser.name}.`;
                      },
                    })
                  }
                />
              ))}
            </SettingList>
            <ThisBrowserPart isOn={Boolean(data.here)} busy={busy} onAdd={addHere(data.push_key)} />
          </>
        )}
      </SettingsSection>
    </div>
  );
}

type TurnButtonProps = { what: string; on: boolean; busy: boolean; onTurn: () => void };

function TurnButton({ what, on, busy, onTurn }: TurnButtonProps) {
  const word = on ? t`Turn off` : t`Turn on`;
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

const CANNOT: Record<Exclude<PushAbility, 'ready'>, { title: string; words: string }> = {
  denied: {
    title: t`This browser blocks notices from this site`,
    words: t`Nothing we send shows here. Allow notifications for this site in the browser’s settings, then check again.`,
  },
  home_screen: {
    title: t`Put this site on your home screen first`,
    words: t`An iPhone or iPad shows notices only of sites that are there: tap Share, then Add to Home Screen, and open this page from its icon.`,
  },
  old_system: {
    title: t`This device’s system is too old for notices`,
    words: t`An iPhone or iPad shows them from iOS 16.4 on. Update it under Settings → General. Mail reaches you all the same.`,
  },
  unsupported: {
    title: t`This browser takes no notices`,
    words: t`Mail reaches you all the same. Current versions of Chrome, Edge, Firefox and Safari do.`,
  },
};

type ThisBrowserPartProps = {
  /** Whether notices are sent to it. */
  isOn: boolean;
  busy: boolean;
  onAdd: () => void;
};

/** Has notices sent to the browser at hand, or says why it cannot be. */
function ThisBrowserPart({ isOn, busy, onAdd }: ThisBrowserPartProps) {
  const [ability, setAbility] = useState(pushAbility);
  // What it was allowed once may have been taken back since.
  if (ability === 'denied' || (ability !== 'ready' && !isOn))
    return (
      <Notice
        className="mt-4"
        title={CANNOT[ability].title}
        action={
          ability === 'denied' && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => setAbility(pushAbility())}
            >{t`Check again`}</Button>
          )
        }
      >
        {CANNOT[ability].words}
      </Notice>
    );
  if (isOn) return null;
  return (
    <div className="mt-4">
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        onClick={onAdd}
      >{t`Notify me in this browser`}</Button>
      <p className="mt-1.5 text-tiny text-muted">{t`The browser then asks whether it may.`}</p>
    </div>
  );
}

type BrowserRowProps = {
  browser: PushBrowser;
  isHere: boolean;
  busy: boolean;
  onTest: () => void;
  onRemove: () => void;
};

/** A browser that takes notices. */
function BrowserRow({ browser, isHere, busy, onTest, onRemove }: BrowserRowProps) {
  const { name, created_at: since } = browser;
  return (
    <SettingRow
      title={
        <>
          {name}
          {isHere && <Badge tone="brand">{t`This browser`}</Badge>}
        </>
      }
      action={
        <>
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            aria-label={t`Send a test to ${name}`}
            onClick={onTest}
          >{t`Send a test`}</Button>
          <Button
            variant="secondary"
            size="small"
            disabled={busy}
            aria-label={t`Remove ${name}`}
            onClick={onRemove}
          >{t`Remove`}</Button>
        </>
      }
    >
      <Trans>
        Takes notices since <time dateTime={since}>{formatTime(since, viewerTimeZone())}</time>
      </Trans>
    </SettingRow>
  );
}

const keyOf = (userId: string) => ['notifications', userId];

/** How the user is told of silent bots, and which of the browsers this one is. */
function useNotifications(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const reply = await callApi(getNotifications, {}, { signal });
      const own = await ownEndpointHash(reply.push_key).catch(() => null);
      return {
        ...reply,
        here: reply.browsers.find(({ endpoint_hash }) => endpoint_hash === own) ?? null,
      };
    },
  });
}

/** What can be changed; each is done once the page shows it. */
function useNotificationActs(userId: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(userId) });
  return {
    async save(change: NotificationChange): Promise<void> {
      await callApi(saveNotifications, { body: change });
      await refresh();
    },
    /** @returns whether the user allowed it */
    async addHere(pushKey: string, name: string): Promise<boolean> {
      const place = await subscribeHere(pushKey);
      if (!place) return false;
      await callApi(addPushBrowser, { body: { ...place, name } });
      await refresh();
      return true;
    },
    async remove(browserId: string, isHere: boolean): Promise<void> {
      await callApi(removePushBrowser, { params: { browser_id: browserId } });
      // The service sends nothing more, whatever becomes of this.
      if (isHere) await unsubscribeHere().catch(() => undefined);
      await refresh();
    },
    async test(browserId: string): Promise<string> {
      return (await callApi(testPushBrowser, { params: { browser_id: browserId } })).message;
    },
  };
}

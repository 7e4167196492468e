import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { Checkbox } from '@quorate/ui/checkbox';
import { CopyButton } from '@quorate/ui/copy-button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { formatCount, formatList } from '@quorate/ui/format';
import { LANGUAGE } from '@quorate/ui/language';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { SelectField } from '@quorate/ui/select-field';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { SettingsSection } from '@quorate/ui/settings-section';
import { ThemeSwitch } from '@quorate/ui/theme-choice';
import { formatDay, viewerTimeZone } from '@quorate/ui/time-format';
import { CUSTOMS, LANGUAGES, type Language } from '@quorate/values/languages';
import { useState } from 'react';
import { Link } from 'react-router';
import { keepLanguage, quit, type SignedIn, setKeepAwake } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/runs.ts';
import { signOut } from '../../contract/sign-in.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { useAppState, useTellEnded } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, servicePage } from '../lib/links.tsx';
import { useAction } from '../lib/local-client.ts';
import { useChooseTheme } from '../lib/theme.ts';
import { RebootSettings } from '../reboot/reboot-settings.tsx';
import { SendReport } from './send-report.tsx';
import { UpdateSettings } from './update-settings.tsx';

/** The app itself: who is signed in, its version, where things are, and how it ends. */
export function SettingsScreen() {
  const { app } = useAppState();
  return (
    <>
      <ScreenHead title={t`Settings`} />
      <SettingsSection
        id="account"
        title={t`Account`}
        lead={t`Who is signed in on this computer, and what the plan includes.`}
      >
        <AccountSettings />
      </SettingsSection>
      <SettingsSection id="updates" title={t`Version`} lead={`${app.brand} ${app.version}`}>
        <UpdateSettings />
      </SettingsSection>
      <SettingsSection
        id="computer"
        title={t`This computer`}
        lead={t`Where things are kept, and how the app looks and starts.`}
      >
        <ComputerSettings />
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <span className="text-small font-medium">{t`Theme`}</span>
          <ThemeSwitch onChoose={useChooseTheme()} />
        </div>
        <LanguageChoice />
      </SettingsSection>
      <SettingsSection
        id="help"
        title={t`Help`}
        lead={t`Something does not work, or you do not know why it works as it does.`}
      >
        <SendReport />
      </SettingsSection>
      <SettingsSection
        id="quit"
        title={t`Quit`}
        lead={t`Closing a window ends nothing. The app and its bots keep running.`}
      >
        <QuitSettings />
      </SettingsSection>
    </>
  );
}

/** The page is loaded again in the language: it is built once for each. */
function LanguageChoice() {
  const keep = useAction(keepLanguage);
  const choose = (language: Language) =>
    keep.mutate({ body: { language } }, { onSuccess: () => window.location.reload() });
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      <SelectField
        label={t`Language`}
        value={LANGUAGE}
        options={LANGUAGES.map((value) => ({ value, label: CUSTOMS[value].name }))}
        onChange={choose}
        inForm
      />
      <p className="text-tiny text-muted">{t`A bot that is running keeps its language until you start it again.`}</p>
      {keep.isError && <FailureNotice title={t`The language was not kept`} error={keep.error} />}
    </div>
  );
}

/** What is kept where, and whether the app starts with the computer. */
function ComputerSettings() {
  const { app } = useAppState();
  const awake = useAction(setKeepAwake);
  return (
    <div className="space-y-4">
      <FailureNotice title={t`The setting was not changed`} error={awake.error} />
      <SettingList>
        <RebootSettings />
        {app.keep_awake !== null && (
          <SettingRow title={t`Stay awake`}>
            <Checkbox
              label={t`Keep this computer awake while a bot has a position open`}
              checked={awake.isPending ? awake.variables.body.enabled : app.keep_awake}
              disabled={awake.isPending}
              onChange={({ target }) => awake.mutate({ body: { enabled: target.checked } })}
            />
          </SettingRow>
        )}
        <SettingRow
          title={t`Data folder`}
          action={<CopyButton label={t`Copy`} text={app.data_folder} />}
        >
          <span className="figures text-tiny">{app.data_folder}</span>
        </SettingRow>
        <SettingRow title={t`Passwords`}>
          {t`Stored in ${app.vault.place}. Never sent to the service.`}
          {app.vault.why !== null && (
            <span className="block text-warn first-letter:uppercase">{app.vault.why}</span>
          )}
        </SettingRow>
      </SettingList>
    </div>
  );
}

/** Ends the app and every bot; asked about while a bot is at work. */
function QuitSettings() {
  const { app, configurations } = useAppState();
  const [asking, setAsking] = useState(false);
  const leave = useAction(quit);
  const tellEnded = useTellEnded();
  const working = configurations.filter(({ run }) => AT_WORK.has(run.phase));
  const open = working.reduce((sum, { run }) => sum + (run.open_positions ?? 0), 0);
  const isKnown = working.every(({ run }) => run.open_positions !== null);

  const press = () => {
    setAsking(false);
    leave.mutate({}, { onSuccess: tellEnded });
  };
  return (
    <div className="space-y-3 text-small">
      <FailureNotice title={t`The app did not end`} error={leave.error} />
      <p className="text-muted">
        {working.length === 0
          ? t`No bot is running. Quit ends the app.`
          : t`Quit stops ${plural(working.length, { one: '# bot', other: '# bots' })} and ends the app.`}
      </p>
      {leave.isSuccess ? (
        <p role="status">{t`${app.brand} has ended. You can close this window.`}</p>
      ) : (
        <Button
          variant="secondary"
          busy={leave.isPending}
          onClick={() => (working.length === 0 ? press() : setAsking(true))}
        >{t`Quit ${app.brand}`}</Button>
      )}
      {asking && (
        <Dialog title={t`Quit ${app.brand}?`} onClose={() => setAsking(false)}>
          <div className="space-y-2 text-small">
            <p>{t`${plural(working.length, { one: '# bot', other: '# bots' })} will stop: ${formatList(
              working.map(({ configuration_name: name }) => name),
              'unit',
            )}.`}</p>
            <p>{openWords(open, isKnown)}</p>
          </div>
          <DialogActions onCancel={() => setAsking(false)}>
            <Button variant="danger" onClick={press}>{t`Stop bots and quit`}</Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

const STOPS = t`Stop loss and take profit stay at the broker. Nothing moves them until a bot runs again.`;

function openWords(open: number, isKnown: boolean): string {
  if (!isKnown) return `${t`Positions that are open stay open.`} ${STOPS}`;
  if (open === 0) return t`No position is open.`;
  const stay = plural(open, { one: '# position stays open.', other: '# positions stay open.' });
  return `${stay} ${STOPS}`;
}

const UNLIMITED = -1;

function AccountSettings() {
  const { account, app } = useAppState();
  const leave = useAction(signOut);
  if (account === null) {
    return (
      <SettingList>
        <SettingRow
          title={t`You are not signed in`}
          action={
            <Link to="/sign-in" className={buttonClass('primary', 'small')}>{t`Sign In`}</Link>
          }
        >{t`Bots start only when you are.`}</SettingRow>
      </SettingList>
    );
  }
  return (
    <div className="space-y-4">
      <FailureNotice title={t`You are still signed in`} error={leave.error} />
      <SettingList>
        <SettingRow
          title={account.username}
          action={
            <Button
              variant="secondary"
              size="small"
              busy={leave.isPending}
              onClick={() => leave.mutate({})}
            >{t`Sign out`}</Button>
          }
        >
          <Trans>
            {account.email} at <OutsideLink href={app.service}>{hostOf(app.service)}</OutsideLink>.
            Configurations stay on this computer when you sign out.
          </Trans>
        </SettingRow>
        <PlanRow plan={account.plan} service={app.service} />
      </SettingList>
    </div>
  );
}

function PlanRow({ plan, service }: { plan: SignedIn['plan']; service: string }) {
  const [timeZone] = useState(viewerTimeZone);
  if (plan === null) {
    return <SettingRow title={t`Plan`}>{t`Not known until the service answers.`}</SettingRow>;
  }
  const { tokens_used: used, token_limit: limit } = plan;
  return (
    <SettingRow
      title={t`${plan.name} plan`}
      action={
        <OutsideLink
          href={servicePage(service, '/pricing')}
          className="text-small"
        >{t`See plans`}</OutsideLink>
      }
    >
      <p>{planWords(plan)}</p>
      <p>
        {limit === UNLIMITED ? (
          <Trans>
            Tokens used: <span className="figures">{formatCount(used)}</span>, no limit, until{' '}
            {formatDay(plan.period_end, timeZone)}.
          </Trans>
        ) : (
          <Trans>
            Tokens used: <span className="figures">{formatCount(used)}</span> of{' '}
            <span className="figures">{formatCount(limit)}</span>, until{' '}
            {formatDay(plan.period_end, timeZone)}.
          </Trans>
        )}
      </p>
      {limit !== UNLIMITED && <TokenBar used={used} limit={limit} />}
    </SettingRow>
  );
}

/** The colours of the dashboard: the second above 70%, the third above 90%. */
function TokenBar({ used, limit }: { used: number; limit: number }) {
  const percent = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  const colour = percent > 90 ? 'bg-loss' : percent > 70 ? 'bg-warn' : 'bg-gain';
  return (
    <ProgressBar
      label={t`Tokens used`}
      percent={percent}
      fill={colour}
      className="mt-2 h-1.5 max-w-[20rem]"
    />
  );
}

function planWords(plan: NonNullable<SignedIn['plan']>): string {
  const accounts =
    plan.terminal_accounts === UNLIMITED
      ? t`Unlimited terminal accounts`
      : plural(plan.terminal_accounts, { one: '# terminal account', other: '# terminal accounts' });
  const pairs =
    plan.symbols === UNLIMITED
      ? t`unlimited currency pairs`
      : plural(plan.symbols, { one: '# currency pair', other: '# currency pairs' });
  const trades =
    plan.daily_trades === UNLIMITED
      ? t`unlimited trades`
      : plural(plan.daily_trades, { one: '# trade', other: '# trades' });
  return t`${accounts}, ${pairs}, ${trades} a day.`;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ChecklistItemId } from '@quorate/contract/checklist';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Disclosure } from '@quorate/ui/disclosure';
import { Icon, type IconName } from '@quorate/ui/icon';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { Spinner } from '@quorate/ui/spinner';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK, startBot } from '../../contract/runs.ts';
import {
  getSetupCheck,
  type SetupCheck,
  type SetupItem,
  setUpTerminal,
  startSetupCheck,
} from '../../contract/setup.ts';
import { NamedConfiguration, ScreenHead } from '../app-frame/screen-head.tsx';
import { PaperInstead } from '../home/paper-instead.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useHeadingWhenLost } from '../lib/focus.ts';
import { PlaceLink, placesOf } from '../lib/links.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';
import { localTime } from '../run/run-words.ts';

/** The setup of one configuration, looked at instead of asked about. */
export function SetupScreen() {
  return (
    <NamedConfiguration>
      {(configuration) => <Setup configuration={configuration} />}
    </NamedConfiguration>
  );
}

function Setup({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name } = configuration;
  const setup = useSetupCheck(name);
  const { check } = setup;
  // What was pressed is gone, or cannot be pressed meanwhile.
  const box = useHeadingWhenLost(setup.isChecking || setup.isSettingUp);
  return (
    <div ref={box}>
      <ScreenHead
        title={t`Setup check`}
        back={{ to: placesOf(name).run, label: name }}
        action={
          <Button
            variant="secondary"
            busy={setup.isChecking || setup.isSettingUp}
            onClick={setup.start}
          >
            {check?.checked_at == null ? t`Check now` : t`Check again`}
          </Button>
        }
      >{t`The app checks the terminal, the account, the permissions and the settings. Nothing is traded.`}</ScreenHead>
      <div className="grid gap-5">
        <FailureNotice
          title={t`Failed to load the setup check`}
          error={setup.readError}
          onRetry={setup.reload}
        />
        <FailureNotice title={t`The setup check was not started`} error={setup.startError} />
        <FailureNotice title={t`The terminal was not set up`} error={setup.setUpError} />
        {check === undefined && setup.readError === null && (
          <RowsSkeleton loading={t`Loading the setup check`} />
        )}
        {check !== undefined && (
          <SetupChecklist
            configuration={configuration}
            check={check}
            isChecking={setup.isChecking}
            isSettingUp={setup.isSettingUp}
            onSetUp={setup.setUp}
            onCheck={setup.start}
          />
        )}
      </div>
    </div>
  );
}

const REFRESH_MS = 1_000;

/** The setup check of a configuration as it goes. One that was never looked at is looked at by itself. */
function useSetupCheck(name: string) {
  const input = { params: { name } };
  const { data, error, refetch } = useLocal(getSetupCheck, input, { refreshMs: REFRESH_MS });
  const starting = useAction(startSetupCheck);
  const settingUp = useAction(setUpTerminal);
  const { mutate: start } = starting;

  const isNew = data !== undefined && data.checked_at === null && !data.running;
  const begun = useRef(false);
  useEffect(() => {
    if (!isNew || begun.current) return;
    begun.current = true;
    start({ params: { name } });
  }, [isNew, name, start]);

  const isRunning = data?.running === true;
  return {
    /** undefined before it was read. */
    check: data,
    isChecking: isRunning || starting.isPending,
    // A check has no steps of its own, and gives way to a terminal that is to be set up.
    isSettingUp: settingUp.isPending || (isRunning && data.steps.length > 0),
    readError: error,
    startError: starting.error,
    setUpError: settingUp.error,
    start: () => {
      begun.current = true;
      settingUp.reset();
      start(input);
    },
    setUp: () => {
      begun.current = true;
      starting.reset();
      settingUp.mutate(input);
    },
    reload: () => void refetch(),
  };
}

type SetupChecklistProps = {
  configuration: ConfigurationSummary;
  check: SetupCheck;
  isChecking: boolean;
  isSettingUp: boolean;
  onSetUp: () => void;
  onCheck: () => void;
};

/** The six items as they turn green, and what was done and found on the way. */
function SetupChecklist(props: SetupChecklistProps) {
  const { configuration, check, isChecking, isSettingUp, onSetUp, onCheck } = props;
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow();
  const green = check.items.filter(({ status }) => status === 'green').length;
  const isComplete = green === check.items.length && green > 0 && !check.running;
  const at = (iso: string) => localTime(iso, now, timeZone);
  return (
    <>
      {isComplete && <SetupComplete configuration={configuration} />}
      <SetupSteps steps={check.steps} />
      <Panel
        title={
          <>
            <span role="status">{t`${green} of ${check.items.length} done`}</span>
            {check.running && (
              <span className="ms-2 text-small font-normal text-muted">{t`Checking the rest`}</span>
            )}
          </>
        }
        aside={
          <span className="text-tiny text-muted">
            {check.checked_at === null ? t`Not checked yet` : t`Checked ${at(check.checked_at)}`}
          </span>
        }
      >
        <ProgressBar
          percent={(green / Math.max(1, check.items.length)) * 100}
          fill="bg-gain"
          className="mb-5 h-1.5"
        />
        <ul aria-label={t`Setup checklist`}>
          {check.items.map((item) => (
            <SetupRow
              key={item.id}
              item={item}
              name={configuration.configuration_name}
              isChecking={isChecking}
              isSettingUp={isSettingUp}
              onSetUp={onSetUp}
              onCheck={onCheck}
            />
          ))}
        </ul>
        <p className="mt-4 border-t border-line pt-3 text-tiny text-muted">
          {check.reported_at === null
            ? t`The checklist on the website is not up to date yet. The app updates it once something is green and the service answers.`
            : t`The checklist on the website was updated at ${at(check.reported_at)}.`}
        </p>
      </Panel>
      {check.items.some(({ id, status }) => id === 'mt5-installed' && status === 'red') && (
        <PaperInstead />
      )}
      <FindingsFold findings={check.findings} />
      {!isComplete &&
        !isSettingUp &&
        check.items.every(({ action }) => action !== 'set-up-terminal') && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-muted">
            <Trans>
              You can install the expert in the terminal again at any time.
              <Button
                variant="secondary"
                size="small"
                onClick={onSetUp}
              >{t`Set up terminal`}</Button>
            </Trans>
          </p>
        )}
    </>
  );
}

/** All six are green: the bot can be started. */
function SetupComplete({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name, run } = configuration;
  const start = useAction(startBot);
  const navigate = useNavigate();
  const { run: runPlace } = placesOf(name);
  return (
    <div className="grid gap-2">
      <Notice
        tone="success"
        live
        title={t`Setup Complete!`}
        action={
          AT_WORK.has(run.phase) ? (
            <PlaceLink to={runPlace} label={t`See what it does`} />
          ) : (
            <Button
              busy={start.isPending}
              onClick={() =>
                start.mutate({ params: { name } }, { onSuccess: () => void navigate(runPlace) })
              }
            >{t`Start Bot`}</Button>
          )
        }
      >
        {AT_WORK.has(run.phase)
          ? t`The bot is running.`
          : configuration.account_type === 'real'
            ? t`Start the bot to trade the Real account ${configuration.account_number}.`
            : t`Start the bot to trade the Demo account ${configuration.account_number}.`}
      </Notice>
      <FailureNotice title={t`The bot was not started`} error={start.error} name={name} />
    </div>
  );
}

type Finding = SetupCheck['findings'][number];

const LOOKS: Readonly<Record<Finding['status'], { icon: IconName; word: string; text: string }>> = {
  ok: { icon: 'check', word: t`right`, text: 'text-gain' },
  warn: { icon: 'warning', word: t`warning`, text: 'text-warn' },
  fail: { icon: 'error', word: t`wrong`, text: 'text-loss' },
  skip: { icon: 'info', word: t`not checked`, text: 'text-muted' },
};

/** Everything else that was looked at, for who wants to know. */
function FindingsFold({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const wrong = findings.filter(({ status }) => status === 'fail' || status === 'warn').length;
  return (
    <Disclosure
      title={
        <span>
          {t`All checks`}{' '}
          <span className="font-normal text-muted">
            {wrong > 0
              ? t`${plural(findings.length, { one: '# finding', other: '# findings' })}, ${wrong} to review`
              : plural(findings.length, { one: '# finding', other: '# findings' })}
          </span>
        </span>
      }
    >
      <ul className="text-small">
        {findings.map(({ check, status, detail, advice }) => {
          const { icon, word, text } = LOOKS[status];
          return (
            <li
              key={`${check} ${detail}`}
              className="flex items-start gap-2.5 border-b border-dashed border-line py-2 last:border-b-0"
            >
              <Icon name={icon} label={word} className={`mt-0.5 size-4 shrink-0 ${text}`} />
              <div className="min-w-0 wrap-anywhere">
                <p>
                  <b className="font-medium text-ink">{check}</b> {detail}
                </p>
                {advice !== null && <p className="text-ink">{advice}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}

const WORDS = { doing: t`under way`, done: 'done', failed: 'failed' } as const;

/** What the setting up of the terminal did, as it happens, and what of it is left to the person. */
function SetupSteps({ steps }: { steps: SetupCheck['steps'] }) {
  if (steps.length === 0) return null;
  // A step keeps its place while its words change.
  const placed = steps.map((step, index) => ({ ...step, place: index + 1 }));
  return (
    <Panel title={t`Setting up the terminal`}>
      <ol aria-live="polite" className="space-y-2.5 text-small">
        {placed.map(({ place, text, status }) => (
          <li key={place} className="grid grid-cols-[1.25rem_1.25rem_minmax(0,1fr)] gap-x-2">
            <span className="figures text-end text-tiny leading-[1.5] text-muted">{place}.</span>
            <StepIcon status={status} />
            <div className="min-w-0 wrap-anywhere">
              <p>
                {text} <span className="sr-only">({WORDS[status]})</span>
              </p>
              {status !== 'done' && <ToBeTyped text={text} />}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function StepIcon({ status }: { status: keyof typeof WORDS }) {
  return (
    <span className="grid h-[1.4rem] place-items-center">
      {status === 'doing' ? (
        <Spinner size="small" />
      ) : (
        <Icon
          name={status === 'done' ? 'check' : 'error'}
          className={`size-5 ${status === 'done' ? 'text-gain' : 'text-loss'}`}
        />
      )}
    </span>
  );
}

/** What has to be typed exactly as it is, at hand. */
function ToBeTyped({ text }: { text: string }) {
  const { address } = adviceSteps(text);
  if (address === null) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-3">
      <code className="figures rounded-md bg-sunk px-2 py-1 text-tiny">{address}</code>
      <CopyButton label={t`Copy address`} text={address} />
    </p>
  );
}

type SetupRowProps = {
  item: SetupItem;
  /** Of the configuration. */
  name: string;
  isChecking: boolean;
  isSettingUp: boolean;
  onSetUp: () => void;
  onCheck: () => void;
};

const TEXT = {
  green: 'text-gain',
  red: 'text-loss',
  waiting: 'text-brand',
  unknown: 'text-muted',
} as const;

/** The status says it already. */
const NOTHING_TO_ADD = t`Not checked yet.`;

/** One item: how it stands, what was found, and the one thing to do about it. */
function SetupRow({ item, name, ...how }: SetupRowProps) {
  const { status, critical, detail, advice, action } = item;
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2.5 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <StatusIcon status={status} />
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{itemTitle(item.id)}</span>
          {critical && <Badge tone="warn">{t`Critical`}</Badge>}
          <span className={`text-tiny font-medium ${TEXT[status]}`}>{STATUS_WORDS[status]}</span>
        </p>
        {detail !== '' && detail !== NOTHING_TO_ADD && (
          <p className="mt-0.5 text-small text-muted">{detail}</p>
        )}
        {advice !== null && <Advice text={advice} />}
      </div>
      {action !== null && !(status === 'unknown' && action === 'check-again') && (
        <div className="col-start-2 sm:col-start-3">
          <RowAction action={action} name={name} {...how} />
        </div>
      )}
    </li>
  );
}

type RowActionProps = Omit<SetupRowProps, 'item'> & { action: NonNullable<SetupItem['action']> };

function RowAction({ action, name, isChecking, isSettingUp, onSetUp, onCheck }: RowActionProps) {
  const places = placesOf(name);
  switch (action) {
    case 'set-up-terminal':
      return (
        <Button size="small" disabled={isSettingUp} onClick={onSetUp}>{t`Set up terminal`}</Button>
      );
    case 'check-again':
      return (
        <Button
          size="small"
          variant="secondary"
          disabled={isChecking || isSettingUp}
          onClick={onCheck}
        >{t`Check again`}</Button>
      );
    case 'edit-configuration':
      return <PlaceLink to={places.edit} label={t`Edit configuration`} />;
    case 'sign-in':
      return <PlaceLink to={places.signIn} label={t`Sign in`} />;
  }
}

const TITLES: Readonly<Record<ChecklistItemId, string>> = {
  'mt5-installed': t`MetaTrader 5 installed`,
  'mt5-account': t`Trading account connected`,
  'algo-trading': t`Algo trading enabled`,
  'desktop-app': t`Desktop app installed`,
  'bot-config': t`Bot configured`,
  'risk-settings': t`Risk settings reviewed`,
};

/** As the website's checklist calls it. */
function itemTitle(id: string): string {
  return TITLES[id as ChecklistItemId] ?? id;
}

const STATUS_WORDS: Readonly<Record<SetupItem['status'], string>> = {
  green: t`Done`,
  red: t`To do`,
  waiting: t`Checking`,
  unknown: t`Not checked`,
};

/** Decoration: the word of the status stands beside it. */
function StatusIcon({ status }: { status: SetupItem['status'] }) {
  return (
    <span className="mt-0.5 grid size-6 shrink-0 place-items-center">
      <Drawing status={status} />
    </span>
  );
}

function Drawing({ status }: { status: SetupItem['status'] }) {
  switch (status) {
    case 'green':
      return <Icon name="check" className="size-6 text-gain" />;
    case 'red':
      return <Icon name="error" className="size-6 text-loss" />;
    case 'waiting':
      return <Spinner size="small" />;
    case 'unknown':
      return <span className="size-4 rounded-full border border-dashed border-line-strong" />;
  }
}

/** What to do, numbered where it takes more than one step, with what has to be typed at hand. */
function Advice({ text }: { text: string }) {
  const { steps, address } = adviceSteps(text);
  return (
    <div className="mt-1.5 max-w-[44rem] text-small">
      {steps.length > 1 ? (
        <ol className="list-decimal space-y-1 ps-5 marker:text-muted">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : (
        <p>{steps[0]}</p>
      )}
      {address !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-3">
          <code className="figures rounded-md bg-sunk px-2 py-1 text-tiny">{address}</code>
          <CopyButton label={t`Copy address`} text={address} />
        </p>
      )}
    </div>
  );
}

const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/;

type AdviceSteps = Readonly<{
  /** More than one: to be done in their order. */
  steps: readonly string[];
  /** What has to be typed exactly as it is, into the terminal's list of allowed addresses; null where nothing has. */
  address: string | null;
}>;

/** Advice as steps: a line each, or a sentence each where an address has to be typed by hand. */
export function adviceSteps(advice: string): AdviceSteps {
  const address = ADDRESS.exec(advice)?.[0] ?? null;
  const lines = advice
    .split('\n')
    .map((line) => line.trim().replace(/^\d+[.)]\s+/, ''))
    .filter((line) => line !== '');
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && address !== null)
    return { steps: only.split(/(?<=\.)\s+(?=[A-Z])/), address };
  return { steps: lines, address };
}

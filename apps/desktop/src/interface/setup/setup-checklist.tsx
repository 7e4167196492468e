import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Disclosure } from '@quorate/ui/disclosure';
import { countOf } from '@quorate/ui/format';
import { Icon, type IconName } from '@quorate/ui/icon';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Spinner } from '@quorate/ui/spinner';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { startBot } from '../../contract/runs.ts';
import type { SetupCheck } from '../../contract/setup.ts';
import { useAction } from '../lib/use-local.ts';
import { ActionFailure } from '../run/action-failure.tsx';
import { localTime } from '../run/local-time.ts';
import { PlaceLink } from '../run/place-link.tsx';
import { placesOf } from '../run/places.ts';
import { useNow } from '../run/use-now.ts';
import { adviceSteps } from './advice-steps.ts';
import { SetupRow } from './setup-row.tsx';

type SetupChecklistProps = {
  configuration: ConfigurationSummary;
  check: SetupCheck;
  isChecking: boolean;
  isSettingUp: boolean;
  onSetUp: () => void;
  onCheck: () => void;
};

/** The six items as they turn green, and what was done and found on the way. */
export function SetupChecklist(props: SetupChecklistProps) {
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
            <span role="status">
              {green} of {check.items.length} done
            </span>
            {check.running && (
              <span className="ml-2 text-small font-normal text-muted">Looking at the rest</span>
            )}
          </>
        }
        aside={
          <span className="text-tiny text-muted">
            {check.checked_at === null ? 'Not looked at yet' : `Looked at ${at(check.checked_at)}`}
          </span>
        }
      >
        <div aria-hidden="true" className="mb-5 h-1.5 overflow-hidden rounded-full bg-sunk">
          <div
            className="h-full rounded-full bg-gain transition-[width] duration-200"
            style={{ width: `${(green / Math.max(1, check.items.length)) * 100}%` }}
          />
        </div>
        <ul aria-label="Setup checklist">
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
            ? 'The checklist on the website is not up to date yet. The app updates it automatically once something is green and the service answers.'
            : `The checklist on the website was updated at ${at(check.reported_at)}.`}
        </p>
      </Panel>
      <FindingsFold findings={check.findings} />
      {!isComplete &&
        !isSettingUp &&
        check.items.every(({ action }) => action !== 'set-up-terminal') && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-muted">
            The expert can be put into the terminal again at any time.
            <Button variant="secondary" size="small" onClick={onSetUp}>
              Set up terminal
            </Button>
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
        title="Setup Complete!"
        action={
          AT_WORK.has(run.phase) ? (
            <PlaceLink to={runPlace} label="See what it does" />
          ) : (
            <Button
              busy={start.isPending}
              onClick={() =>
                start.mutate({ params: { name } }, { onSuccess: () => void navigate(runPlace) })
              }
            >
              Start Bot
            </Button>
          )
        }
      >
        {AT_WORK.has(run.phase)
          ? 'The bot is at work.'
          : `The bot trades the ${configuration.account_type === 'real' ? 'Real' : 'Demo'} account ${configuration.account_number} once it is started.`}
      </Notice>
      {start.isError && (
        <ActionFailure title="The bot was not started" error={start.error} name={name} />
      )}
    </div>
  );
}

type Finding = SetupCheck['findings'][number];

const LOOKS: Readonly<Record<Finding['status'], { icon: IconName; word: string; text: string }>> = {
  ok: { icon: 'check', word: 'right', text: 'text-gain' },
  warn: { icon: 'warning', word: 'warning', text: 'text-warn' },
  fail: { icon: 'error', word: 'wrong', text: 'text-loss' },
  skip: { icon: 'info', word: 'not looked at', text: 'text-muted' },
};

/** Everything else that was looked at, for who wants to know. */
function FindingsFold({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  const wrong = findings.filter(({ status }) => status === 'fail' || status === 'warn').length;
  return (
    <Disclosure
      title={
        <span>
          Everything that was looked at{' '}
          <span className="font-normal text-muted">
            {countOf(findings.length, 'finding')}
            {wrong > 0 && `, ${wrong} to look at`}
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

const WORDS = { doing: 'under way', done: 'done', failed: 'failed' } as const;

/** What the setting up of the terminal did, as it happens, and what of it is left to the person. */
function SetupSteps({ steps }: { steps: SetupCheck['steps'] }) {
  if (steps.length === 0) return null;
  // A step keeps its place while its words change.
  const placed = steps.map((step, index) => ({ ...step, place: index + 1 }));
  return (
    <Panel title="Setting up the terminal">
      <ol aria-live="polite" className="space-y-2.5 text-small">
        {placed.map(({ place, text, status }) => (
          <li key={place} className="grid grid-cols-[1.25rem_1.25rem_minmax(0,1fr)] gap-x-2">
            <span className="figures text-right text-[0.8438rem] leading-[1.5] text-muted">
              {place}.
            </span>
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
      <code className="figures rounded-md bg-sunk px-2 py-1 text-[0.875rem]">{address}</code>
      <CopyButton label="Copy address" text={address} />
    </p>
  );
}

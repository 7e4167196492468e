import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import type { ReactNode } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { startBot } from '../../contract/runs.ts';
import { setUpTerminal } from '../../contract/setup.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { PlaceLink, placesOf } from '../lib/links.tsx';
import { useAction } from '../lib/local-client.ts';

const ITEMS = 6;

/** Why a bot is not trading, and what to do about it; nothing where it is as it should be. */
export function RunTrouble({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name, run, setup, problem } = configuration;
  const places = placesOf(name);
  if (problem !== null)
    return (
      <Notice
        tone="error"
        title={t`This configuration cannot be used`}
        action={<PlaceLink to={places.edit} label={t`Edit configuration`} />}
      >
        {problem}
      </Notice>
    );
  switch (run.phase) {
    case 'failed':
      return <Failed name={name} message={run.message} />;
    case 'restarting':
      return (
        <Notice
          tone="warning"
          title={t`The bot stopped unexpectedly and restarts automatically`}
          action={<PlaceLink to={places.logs} label={t`Logs`} />}
        >
          {run.message ?? t`Each attempt waits longer than the last, up to a minute.`}{' '}
          {t`Positions keep their stops at the broker. Press Stop Bot to end the attempts.`}
        </Notice>
      );
    case 'waiting':
      return <Waiting name={name} />;
    case 'stopped':
      if (setup.green >= ITEMS) return null;
      return (
        <Notice
          tone="info"
          title={
            setup.checked_at === null
              ? t`Run the setup check first`
              : t`Setup: ${setup.green} of ${ITEMS}`
          }
          action={<PlaceLink to={places.setup} label={t`Setup check`} />}
        >{t`It checks the terminal, the account and the permissions, and says what is missing.`}</Notice>
      );
    case 'starting':
    case 'running':
    case 'stopping':
      return null;
  }
}

function Failed({ name, message }: { name: string; message: string | null }) {
  const start = useAction(startBot);
  const places = placesOf(name);
  return (
    <Stacked>
      <Notice
        tone="error"
        title={t`The bot stopped after a failure`}
        action={
          <span className="flex flex-wrap gap-2">
            <PlaceLink to={places.setup} label={t`Setup check`} />
            <PlaceLink to={places.logs} label={t`Logs`} />
            <Button
              size="small"
              busy={start.isPending}
              onClick={() => start.mutate({ params: { name } })}
            >{t`Start again`}</Button>
          </span>
        }
      >
        {message ?? t`It gave no reason. The log may say more.`}
      </Notice>
      <FailureNotice title={t`The bot was not started`} error={start.error} name={name} />
    </Stacked>
  );
}

function Waiting({ name }: { name: string }) {
  const setUp = useAction(setUpTerminal);
  const places = placesOf(name);
  return (
    <Stacked>
      <Notice
        tone="warning"
        title={t`The terminal is not connected`}
        action={
          <span className="flex flex-wrap gap-2">
            <PlaceLink to={places.setup} label={t`Setup check`} />
            <Button
              size="small"
              busy={setUp.isPending}
              disabled={setUp.isSuccess}
              onClick={() => setUp.mutate({ params: { name } })}
            >{t`Set up terminal`}</Button>
          </span>
        }
      >
        {setUp.isSuccess
          ? t`The terminal is being set up and started. The setup check shows each step.`
          : t`Start MetaTrader 5 with the expert on a chart. If it runs already, the setup check says what is missing.`}
      </Notice>
      <FailureNotice title={t`The terminal was not set up`} error={setUp.error} name={name} />
    </Stacked>
  );
}

function Stacked({ children }: { children: ReactNode }) {
  return <div className="grid gap-2">{children}</div>;
}

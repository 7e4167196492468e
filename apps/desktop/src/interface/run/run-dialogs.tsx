import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { formatMoney, formatVolume } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import {
  AT_WORK,
  flattenBot,
  getRun,
  haltBot,
  type OpenPosition,
  resumeBot,
  startBot,
  stopBot,
} from '../../contract/runs.ts';
import { useAction, useLocal } from '../lib/local-client.ts';

type FlattenDialogProps = {
  configuration: ConfigurationSummary;
  onDone: () => void;
  onClose: () => void;
};

/** Names what will be closed before anything is, and what stays open where not everything was. */
export function FlattenDialog({ configuration, onDone, onClose }: FlattenDialogProps) {
  const { configuration_name: name, run, account_type: type } = configuration;
  const detail = useLocal(getRun, { params: { name } });
  const flatten = useAction(flattenBot);
  const positions = detail.data?.positions ?? [];
  return (
    <Dialog title={t`Close everything?`} onClose={onClose}>
      <div className="space-y-3 text-small">
        <p>
          <Trans>
            Account <span className="figures wrap-anywhere">{configuration.account_number}</span> at{' '}
            {configuration.broker_server} ({type === 'real' ? t`Real` : t`Demo`}). Every position of
            the bot is closed at the market.
          </Trans>{' '}
          {AT_WORK.has(run.phase)
            ? t`Nothing new is opened until you press Resume.`
            : t`The bot stays paused after its next start.`}
        </p>
        <PositionNames
          positions={positions}
          count={run.open_positions}
          currency={detail.data?.run.currency ?? run.currency}
        />
        {type === 'real' && (
          <Notice
            tone="warning"
            title={t`Real money is at stake`}
          >{t`Prices move until the terminal has done it. A closed position cannot be opened again at its old price.`}</Notice>
        )}
        {flatten.isError && (
          <Notice tone="error" live title={t`Not everything is closed`}>
            {flatten.error.message}
          </Notice>
        )}
        {flatten.isPending && (
          <p
            role="status"
            className="text-muted"
          >{t`Closing. This takes up to a minute where the market is busy.`}</p>
        )}
      </div>
      <DialogActions onCancel={onClose} cancel={flatten.isPending ? t`Hide` : t`Cancel`}>
        <Button
          variant="danger"
          busy={flatten.isPending}
          onClick={() => flatten.mutate({ params: { name } }, { onSuccess: onDone })}
        >
          {flatten.isError ? t`Try again` : t`Close everything`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PositionNamesProps = {
  positions: readonly OpenPosition[];
  /** null: nobody knows. */
  count: number | null;
  currency: string | null;
};

function PositionNames({ positions, count, currency }: PositionNamesProps) {
  if (positions.length === 0)
    return (
      <p className="text-muted">
        {count
          ? t`${count} open. The terminal names them when you confirm.`
          : t`No open position is known. We ask the terminal anyway.`}
      </p>
    );
  return (
    <ul aria-label={t`Will be closed`} className="divide-y divide-line border-y border-line">
      {positions.map(({ ticket, symbol, side, lots, profit }) => (
        <li key={ticket} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <span className="figures">
            <b className="font-medium">{symbol}</b> {side} {formatVolume(lots)}{' '}
            <span className="wrap-anywhere text-muted">#{ticket}</span>
          </span>
          {currency !== null && (
            <span className="figures">{formatMoney(profit, currency, 'always')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type StopDialogProps = {
  openPositions: number;
  onStop: () => void;
  onClose: () => void;
};

/** Asked only where something is open: stopping leaves it to its stops. */
export function StopDialog({ openPositions, onStop, onClose }: StopDialogProps) {
  return (
    <Dialog title={t`Stop Bot?`} onClose={onClose}>
      <p className="text-small">
        {plural(openPositions, {
          one: '# position stays open. Its stop loss and take profit stay at the broker. Nothing moves them until the bot runs again. To close it, press Close everything instead.',
          other:
            '# positions stay open. Their stop loss and take profit stay at the broker. Nothing moves them until the bot runs again. To close them, press Close everything instead.',
        })}
      </p>
      <DialogActions onCancel={onClose}>
        <Button onClick={onStop}>{t`Stop Bot`}</Button>
      </DialogActions>
    </Dialog>
  );
}

const FAILURES = {
  start: t`The bot was not started`,
  stop: t`The bot was not stopped`,
  halt: t`The bot was not paused`,
  resume: t`The bot was not resumed`,
} as const;

type Act = keyof typeof FAILURES;

/** What can be told to a bot, one thing at a time. */
export function useRunActions(name: string) {
  const actions = {
    start: useAction(startBot),
    stop: useAction(stopBot),
    halt: useAction(haltBot),
    resume: useAction(resumeBot),
  };
  const [asking, setAsking] = useState<'stop' | 'flatten' | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const acts = Object.keys(actions) as Act[];
  const failed = acts.find((act) => actions[act].isError);
  const error = failed && actions[failed].error;
  return {
    /** What is under way; null while nothing is. */
    pending: acts.find((act) => actions[act].isPending) ?? null,
    failure: failed && error ? { title: FAILURES[failed], error } : null,
    /** What was done and shows nowhere else. */
    done,
    /** Which question is open. */
    asking,
    press: (act: Act) => {
      setAsking(null);
      setDone(null);
      for (const one of acts) actions[one].reset();
      actions[act].mutate({ params: { name } });
    },
    ask: (what: 'stop' | 'flatten' | null) => {
      setDone(null);
      setAsking(what);
    },
    /** That everything was closed. */
    flattened: () => {
      setAsking(null);
      setDone(t`Everything is closed, and nothing new is opened.`);
    },
  };
}

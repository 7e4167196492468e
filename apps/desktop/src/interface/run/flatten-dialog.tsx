import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { formatMoney, formatVolume } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { flattenBot, getRun, type OpenPosition } from '../../contract/runs.ts';
import { useAction, useLocal } from '../lib/use-local.ts';

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
    <Dialog title="Close everything?" onClose={onClose}>
      <div className="space-y-3 text-small">
        <p>
          Account <span className="figures wrap-anywhere">{configuration.account_number}</span> at{' '}
          {configuration.broker_server} ({type === 'real' ? 'Real' : 'Demo'}). Every position of the
          bot is closed at the market, and{' '}
          {AT_WORK.has(run.phase)
            ? 'nothing new is opened until you press Resume.'
            : 'the bot stays halted when it is started again.'}
        </p>
        <PositionNames
          positions={positions}
          count={run.open_positions}
          currency={detail.data?.run.currency ?? run.currency}
        />
        {type === 'real' && (
          <Notice tone="warning" title="Real money is at stake">
            Prices move until the terminal has done it. A closed position cannot be opened again at
            its old price.
          </Notice>
        )}
        {flatten.isError && (
          <Notice tone="error" live title="Not everything is closed">
            {flatten.error.message}
          </Notice>
        )}
        {flatten.isPending && (
          <p role="status" className="text-muted">
            Closing. This takes up to a minute where the market is busy.
          </p>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {flatten.isPending ? 'Hide' : 'Cancel'}
        </Button>
        <Button
          variant="danger"
          busy={flatten.isPending}
          onClick={() => flatten.mutate({ params: { name } }, { onSuccess: onDone })}
        >
          {flatten.isError ? 'Try again' : 'Close everything'}
        </Button>
      </div>
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
          ? `${count} open, which the terminal names when it is asked.`
          : 'Nothing is known to be open; the terminal is asked all the same.'}
      </p>
    );
  return (
    <ul aria-label="Will be closed" className="divide-y divide-line border-y border-line">
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

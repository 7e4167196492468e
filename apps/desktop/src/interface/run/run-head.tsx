import { Badge } from '@quorate/ui/badge';
import { DoneNotice } from '@quorate/ui/done-notice';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { ScreenHead } from '../app-frame/screen-head.tsx';
import { AccountTypeBadge } from '../home/account-type-badge.tsx';
import { useHeadingWhenLost } from '../lib/use-heading-when-lost.ts';
import { ActionFailure } from './action-failure.tsx';
import { FlattenDialog } from './flatten-dialog.tsx';
import { phaseWords } from './phase-words.ts';
import { RunButtons } from './run-buttons.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { useRunActions } from './use-run-actions.ts';

/** Which configuration it is, how its bot is, and what can be told to it. */
export function RunHead({ configuration }: { configuration: ConfigurationSummary }) {
  const { configuration_name: name, account_type: type, problem, run } = configuration;
  const actions = useRunActions(configuration);
  const phase = phaseWords(run);
  const { pending } = actions;
  // The button that was pressed is another one by now.
  const box = useHeadingWhenLost(pending !== null);
  return (
    <div ref={box}>
      <ScreenHead
        title={name}
        back={{ to: '/', label: 'Configurations' }}
        aside={
          <>
            <AccountTypeBadge type={type} />
            <span role="status" className="inline-flex">
              <Badge tone={phase.tone}>{phase.name}</Badge>
            </span>
          </>
        }
        action={<RunButtons configuration={configuration} actions={actions} />}
      >
        {problem === null && (
          <>
            <span className="figures wrap-anywhere">{configuration.account_number}</span> at{' '}
            {configuration.broker_server} · {configuration.currency_pairs.join(', ')} ·{' '}
            {configuration.timeframe}
          </>
        )}
      </ScreenHead>
      <div className="mb-4 empty:hidden">
        {actions.failure && <ActionFailure {...actions.failure} name={name} />}
        <DoneNotice>{actions.done}</DoneNotice>
      </div>
      {actions.asking === 'stop' && (
        <StopDialog
          openPositions={run.open_positions ?? 0}
          onStop={() => actions.press('stop')}
          onClose={() => actions.ask(null)}
        />
      )}
      {actions.asking === 'flatten' && (
        <FlattenDialog
          configuration={configuration}
          onDone={actions.flattened}
          onClose={() => actions.ask(null)}
        />
      )}
    </div>
  );
}

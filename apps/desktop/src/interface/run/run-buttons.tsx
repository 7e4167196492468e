import { Button } from '@quorate/ui/button';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import type { RunActions } from './use-run-actions.ts';

type RunButtonsProps = { configuration: ConfigurationSummary; actions: RunActions };

/** What can be told to the bot now. */
export function RunButtons({ configuration, actions }: RunButtonsProps) {
  const { run, problem } = configuration;
  const { pending, press, ask } = actions;
  const stopping = pending === 'stop' || run.phase === 'stopping';
  return (
    <>
      {AT_WORK.has(run.phase) ? (
        <>
          <Button
            variant="secondary"
            busy={stopping}
            disabled={pending !== null}
            onClick={() => (run.open_positions ? ask('stop') : press('stop'))}
          >
            Stop Bot
          </Button>
          <Button
            variant="secondary"
            busy={pending === 'halt' || pending === 'resume'}
            disabled={pending !== null || stopping || run.flattening}
            onClick={() => press(run.halted ? 'resume' : 'halt')}
          >
            {run.halted ? 'Resume' : 'Halt'}
          </Button>
        </>
      ) : (
        <Button
          busy={pending === 'start'}
          disabled={pending !== null || problem !== null}
          onClick={() => press('start')}
        >
          Start Bot
        </Button>
      )}
      <Button
        variant="secondary"
        className="hover:border-loss hover:text-loss"
        busy={run.flattening}
        disabled={problem !== null || stopping}
        onClick={() => ask('flatten')}
      >
        Close everything
      </Button>
    </>
  );
}

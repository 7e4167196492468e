import type { RunState } from '../../contract/run-state.ts';

export type PhaseWords = Readonly<{
  name: string;
  tone: 'neutral' | 'brand' | 'gain' | 'loss' | 'warn';
}>;

const PHASES: Readonly<Record<RunState['phase'], PhaseWords>> = {
  stopped: { name: 'Stopped', tone: 'neutral' },
  starting: { name: 'Starting', tone: 'brand' },
  waiting: { name: 'Waiting for the terminal', tone: 'warn' },
  running: { name: 'Running', tone: 'gain' },
  stopping: { name: 'Stopping', tone: 'neutral' },
  restarting: { name: 'Restarting', tone: 'warn' },
  failed: { name: 'Failed', tone: 'loss' },
};

/** The phase in one or a few words; a bot that opens nothing is not called running. */
export function phaseWords({ phase, halted, flattening }: RunState): PhaseWords {
  if (flattening) return { name: 'Closing everything', tone: 'warn' };
  if (halted && phase === 'running') return { name: 'Halted', tone: 'warn' };
  return PHASES[phase];
}

import { useState } from 'react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { haltBot, resumeBot, startBot, stopBot } from '../../contract/runs.ts';
import type { LocalCallError } from '../lib/local-client.ts';
import { useAction } from '../lib/use-local.ts';

const FAILURES = {
  start: 'The bot was not started',
  stop: 'The bot was not stopped',
  halt: 'The bot was not halted',
  resume: 'The bot was not resumed',
} as const;

type Act = keyof typeof FAILURES;

export type RunActions = Readonly<{
  /** What is under way; null while nothing is. */
  pending: Act | null;
  failure: Readonly<{ title: string; error: LocalCallError }> | null;
  /** What was done and shows nowhere else. */
  done: string | null;
  /** Which question is open. */
  asking: 'stop' | 'flatten' | null;
  press(act: Act): void;
  ask(what: 'stop' | 'flatten' | null): void;
  /** That everything was closed. */
  flattened(): void;
}>;

/** What can be told to a bot, one thing at a time. */
export function useRunActions({ configuration_name: name }: ConfigurationSummary): RunActions {
  const actions = {
    start: useAction(startBot),
    stop: useAction(stopBot),
    halt: useAction(haltBot),
    resume: useAction(resumeBot),
  };
  const [asking, setAsking] = useState<RunActions['asking']>(null);
  const [done, setDone] = useState<string | null>(null);
  const acts = Object.keys(actions) as Act[];
  const failed = acts.find((act) => actions[act].isError);
  const error = failed && actions[failed].error;
  return {
    pending: acts.find((act) => actions[act].isPending) ?? null,
    failure: failed && error ? { title: FAILURES[failed], error } : null,
    done,
    asking,
    press(act) {
      setAsking(null);
      setDone(null);
      for (const one of acts) actions[one].reset();
      actions[act].mutate({ params: { name } });
    },
    ask(what) {
      setDone(null);
      setAsking(what);
    },
    flattened() {
      setAsking(null);
      setDone('Everything is closed, and nothing new is opened.');
    },
  };
}

import { useEffect, useRef } from 'react';
import type { SetupCheck } from '../../contract/setup.ts';
import { getSetupCheck, setUpTerminal, startSetupCheck } from '../../contract/setup.ts';
import type { LocalCallError } from '../lib/local-client.ts';
import { useAction, useLocal } from '../lib/use-local.ts';

const REFRESH_MS = 1_000;

export type SetupCheckState = Readonly<{
  /** undefined before it was read. */
  check: SetupCheck | undefined;
  /** The check is under way. */
  isChecking: boolean;
  /** The terminal is being set up, which ends with a check. */
  isSettingUp: boolean;
  readError: LocalCallError | null;
  startError: LocalCallError | null;
  setUpError: LocalCallError | null;
  start(): void;
  setUp(): void;
  reload(): void;
}>;

/** The setup check of a configuration as it goes. One that was never looked at is looked at by itself. */
export function useSetupCheck(name: string): SetupCheckState {
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
    check: data,
    isChecking: isRunning || starting.isPending,
    // A check has no steps of its own, and gives way to a terminal that is to be set up.
    isSettingUp: settingUp.isPending || (isRunning && data.steps.length > 0),
    readError: error,
    startError: starting.error,
    setUpError: settingUp.error,
    start() {
      begun.current = true;
      settingUp.reset();
      start(input);
    },
    setUp() {
      begun.current = true;
      starting.reset();
      settingUp.mutate(input);
    },
    reload: () => void refetch(),
  };
}

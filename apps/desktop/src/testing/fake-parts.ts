import { BotFault } from '@quorate/bot/bot-fault';
import { type Profile, profile } from '@quorate/bot/profiles/profile';
import type { Parts } from '../app.ts';
import { NO_AUTOSTART } from '../autostart/autostart.ts';
import { createChanges } from '../changes.ts';
import { NOTHING_KNOWN, type RunDetail, type RunState } from '../contract/runs.ts';
import type { SetupCheck } from '../contract/setup.ts';

export type FakeParts = Parts &
  Readonly<{
    /** What was asked of the parts, in its order. */
    done: string[];
    names: string[];
    tell(): void;
  }>;

const STOPPED: RunState = {
  phase: 'stopped',
  message: null,
  since: '2026-11-22T08:00:00Z',
  ...NOTHING_KNOWN,
  open_positions: 0,
  trades_today: 0,
};

/** Parts that do nothing and remember what they were asked for. */
export function fakeParts(changes: Partial<Parts> = {}): FakeParts {
  const { onChange, tell } = createChanges();
  const done: string[] = [];
  const names = ['London'];
  const note = (what: string) => async () => void done.push(what);
  const unused = () => {
    throw new Error('no part of this test');
  };
  const noDetail = async (): Promise<RunDetail> => unused();
  const noCheck = (): SetupCheck => unused();
  return {
    done,
    names,
    tell,
    account: {
      current: () => null,
      signedOutBecause: () => null,
      service: () => 'http://localhost:3000',
      token: () => null,
      refresh: note('account.refresh'),
      onChange,
      close: () => void done.push('account.close'),
    },
    configurations: {
      names: () => names,
      mayAdd: () => ({ allowed: true, reason: null }),
      load: loaded,
      onChange,
    },
    runs: {
      state: () => STOPPED,
      begin: note('runs.begin'),
      goOn: (name) => note(`runs.goOn ${name}`)(),
      detail: noDetail,
      atWork: () => [],
      start: (name) => note(`runs.start ${name}`)(),
      stop: (name) => note(`runs.stop ${name}`)(),
      halt: (name) => note(`runs.halt ${name}`)(),
      resume: (name) => note(`runs.resume ${name}`)(),
      flatten: (name) => note(`runs.flatten ${name}`)(),
      isOpeningPosition: async () => false,
      stopAll: async () => {
        done.push('runs.stopAll');
        return [];
      },
      close: note('runs.close'),
      onChange,
    },
    setup: {
      summary: () => ({ green: 6, checked_at: null }),
      check: noCheck,
      passed: () => true,
      start: () => {},
      setUpTerminal: () => {},
      startTerminalAgain: note('setup.startTerminalAgain'),
      close: note('setup.close'),
      onChange,
    },
    updates: {
      state: () => ({
        kind: 'off',
        version: null,
        progress: null,
        message: 'A checkout does not update itself.',
        checked_at: null,
      }),
      check: note('updates.check'),
      install: note('updates.install'),
      cameUp: () => {
        done.push('updates.cameUp');
        return [];
      },
      close: note('updates.close'),
      onChange,
    },
    autostart: NO_AUTOSTART,
    reboot: {
      state: () => null,
      answer: note('reboot.answer'),
      beforeSignIn: note('reboot.beforeSignIn'),
      startTerminals: () => void done.push('reboot.startTerminals'),
    },
    keepAwake: { enabled: () => null, set: () => unused() },
    logKey: { changed: () => null, onChange, close: () => {} },
    register: () => {},
    ...changes,
  };
}

function loaded(name: string): Profile {
  if (name === 'Damaged') throw new BotFault('profile', 'The file of Damaged is no profile.');
  return profile.parse({
    configuration_name: name,
    user: 'mira',
    account_number: '5012345',
    broker_server: 'Broker-Demo',
    risk: { currency_pairs: ['EURUSD'] },
  });
}

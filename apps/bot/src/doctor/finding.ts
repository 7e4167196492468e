import { type AbsentTerminal, absentText } from '../mt5/install/find-terminals.ts';
import { allowListAdvice } from '../mt5/install/permission-advice.ts';
import { noTokenAdvice } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';

/** What one check found. `skip`: it could not be made, because an earlier one failed. */
export type FindingStatus = 'ok' | 'warn' | 'fail' | 'skip';

export type Finding = Readonly<{
  /** Stays the same from version to version, for programs. */
  check: string;
  status: FindingStatus;
  /** What was found, with the actual value. */
  detail: string;
  /** What to do; null where nothing is to be done. */
  advice: string | null;
}>;

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail, advice: null };
}

export function warn(check: string, detail: string, advice: string | null = null): Finding {
  return { check, status: 'warn', detail, advice };
}

export function fail(check: string, detail: string, advice: string | null = null): Finding {
  return { check, status: 'fail', detail, advice };
}

export function skip(check: string, detail: string): Finding {
  return { check, status: 'skip', detail, advice: null };
}

/** Where somebody reads it: people at a command line type commands, those at the app press buttons. */
export type End = 'command' | 'app';

/** @param actual the value that was found in place of the profile's */
type Repair = string | null | ((profile: Profile, actual: string) => string);

const edit = ({ configuration_name: name }: Profile) => `bot profile edit ${name}`;
const install = ({ configuration_name: name }: Profile) =>
  `Run: bot terminal install --profile ${name}`;
const SET_UP = 'Press "Set up terminal".';

/** What to do about each thing that may be wrong. Commands can be typed as they stand. */
const REPAIRS = {
  'data-folder': {
    command: 'Make room there, or give a folder of your own with --data-dir.',
    app: 'Make room on that disk, and see that this user may write there. Then check again.',
  },
  vault: {
    command: null,
    app: 'Sign out of this computer and in again, so that its store of secrets opens. Then check again.',
  },
  'forgetful-vault': {
    command: 'Set QUORATE_VAULT=file.',
    app: 'Sign out of this computer and in again, so that its store of secrets opens. Then check again.',
  },
  profile: { command: null, app: 'Correct or remove the configuration.' },
  elsewhere: {
    command:
      'Start the bot on the Windows computer of the terminal, or try it with: bot simulate-terminal',
    app: 'Use the app on the Windows computer of the terminal. A terminal that dials in from elsewhere, such as the simulated one, is taken, too.',
  },
  install: { command: install, app: SET_UP },
  'old-expert': {
    command: (profile) =>
      `${install(profile)}, then take Quorate off the chart and put it on again.`,
    app: `${SET_UP} If it still says so then, take Quorate off the chart and drag it there again.`,
  },
  'no-token': { command: ({ configuration_name: name }) => noTokenAdvice(name), app: SET_UP },
  nobody: {
    command: ({ bridge }) => allowListAdvice(bridge.port, bridge.transport),
    app: ({ bridge }) =>
      [
        `${SET_UP} It starts the terminal, signed in, with Quorate on a chart.`,
        'A terminal that is open already takes no notice of that: close it first, or drag Quorate from its Navigator onto a chart.',
        ...(bridge.transport === 'tcp' ? [allowListStep(bridge.port)] : []),
      ].join('\n'),
  },
  'port-taken': {
    command: (profile) =>
      `End the program that holds port ${profile.bridge.port}, or take another: ${edit(profile)} --port N`,
    app: ({ bridge }) =>
      `End the program that uses port ${bridge.port}, or choose another port in the configuration.`,
  },
  'server-capitals': {
    command: (profile, server) =>
      `Write the server as the terminal does: ${edit(profile)} --broker-server ${server}`,
    app: (_profile, server) =>
      `Write the broker server in the configuration as the terminal does: ${server}`,
  },
  'other-account': {
    command:
      'Sign the terminal in to the account of the profile, or use the profile of this account.',
    app: 'Sign the terminal in to the account of the configuration (File > Login to Trade Account), or put its account into the configuration.',
  },
  'other-type': {
    command: (profile, actual) =>
      `Once you are sure which it should be: ${edit(profile)} --account-type ${actual}, or sign the terminal in to another account.`,
    app: (_profile, actual) =>
      actual === 'real'
        ? 'Sign the terminal in to a demo account. Real money needs the step "Switch to Real".'
        : 'Sign the terminal in to the real account, or switch the configuration back to Demo.',
  },
  pairs: {
    command: (profile) => `Mend the list with: ${edit(profile)} --currency-pairs EURUSD,GBPUSD`,
    app: 'Correct the currency pairs in the configuration.',
  },
  service: {
    command: (profile) =>
      `Start it (npm start), or mend the address: ${edit(profile)} --service URL`,
    app: 'Look whether this computer is online. The check can be made again when the service answers.',
  },
  'sign-in': {
    command: 'Make a code on the dashboard, under Security, and start the bot with --code.',
    app: 'Sign in to the app.',
  },
  'signed-out': {
    command:
      'The bot was ended on the dashboard. Make a code there, under Security, and start it with --code.',
    app: 'This computer was signed out on the dashboard. Sign in to the app again.',
  },
  halted: {
    command: ({ configuration_name: name }) => `Let it go on with: bot resume --profile ${name}`,
    app: 'Press "Resume".',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<End, Repair>>>>;

/** @param profile null where it cannot be used, and no command could name it */
export function repair(
  end: End,
  what: keyof typeof REPAIRS,
  profile: Profile | null = null,
  actual = '',
): string | null {
  const words: Repair = REPAIRS[what][end];
  if (typeof words !== 'function') return words;
  return profile && words(profile, actual);
}

/** The one step that no program may do. */
export function allowListStep(port: number): string {
  return `In the terminal: Tools > Options > Expert Advisors, tick "Allow WebRequest for listed URL", add 127.0.0.1 and press OK. The bot listens on port ${port}.`;
}

/** That no terminal could be chosen: what was found instead, and what to do. */
export function absentTerminal(
  end: End,
  choice: AbsentTerminal,
  profile: Profile,
): Readonly<{ detail: string; advice: string | null }> {
  if (end === 'command') return { detail: absentText(choice, profile), advice: null };
  const list = choice.found.map(({ installFolder }) => installFolder).join(', ');
  switch (choice.kind) {
    case 'not-there':
      return {
        detail: `There is no MetaTrader 5 at ${profile.terminal_path ?? ''}.${list === '' ? '' : ` Found on this computer: ${list}.`}`,
        advice:
          'Choose the terminal in the configuration. One that was installed a moment ago has to be started once.',
      };
    case 'none':
      return {
        detail: 'No MetaTrader 5 was found for this user.',
        advice:
          'Download MetaTrader 5 from your broker, install it, and start it once. Then check again.',
      };
    case 'several':
      return {
        detail: `There are ${choice.found.length} MetaTrader 5 terminals: ${list}.`,
        advice: 'Choose one of them in the configuration.',
      };
  }
}

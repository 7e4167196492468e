import type { ChecklistItemId } from '@quorate/contract/checklist';
import { type AbsentTerminal, absentText } from '../mt5/install/find-terminals.ts';
import { allowListAdvice } from '../mt5/install/permission-advice.ts';
import { noTokenAdvice } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';
import { t } from '../words.ts';

/** What one check found. `skip`: it could not be made, because an earlier one failed. */
export type FindingStatus = 'ok' | 'warn' | 'fail' | 'skip';

/**
 * Every check, and the item of the checklist that it belongs to: what fails is said by its item, too, so that no
 * list of green items stands beside a failure. In each item the order in which things are mended.
 */
export const CHECK_ITEMS = {
  terminal: 'mt5-installed',
  port: 'mt5-account',
  connection: 'mt5-account',
  account: 'mt5-account',
  'server-clock': 'mt5-account',
  permissions: 'algo-trading',
  node: 'desktop-app',
  clock: 'desktop-app',
  service: 'desktop-app',
  'sign-in': 'desktop-app',
  plan: 'desktop-app',
  halted: 'desktop-app',
  'data-folder': 'bot-config',
  vault: 'bot-config',
  symbols: 'bot-config',
  'self-test': 'bot-config',
  profile: 'bot-config',
  expert: 'bot-config',
  'bridge-token': 'bot-config',
  'risk-settings': 'risk-settings',
  'daily-trades': 'risk-settings',
} as const satisfies Readonly<Record<string, ChecklistItemId>>;

/** Stays the same from version to version, for programs. */
export type CheckName = keyof typeof CHECK_ITEMS;

export type Finding = Readonly<{
  check: CheckName;
  status: FindingStatus;
  /** What was found, with the actual value. */
  detail: string;
  /** What to do; null where nothing is to be done. */
  advice: string | null;
}>;

export function ok(check: CheckName, detail: string): Finding {
  return { check, status: 'ok', detail, advice: null };
}

export function warn(check: CheckName, detail: string, advice: string | null = null): Finding {
  return { check, status: 'warn', detail, advice };
}

export function fail(check: CheckName, detail: string, advice: string | null = null): Finding {
  return { check, status: 'fail', detail, advice };
}

export function skip(check: CheckName, detail: string): Finding {
  return { check, status: 'skip', detail, advice: null };
}

/** Where somebody reads it: people at a command line type commands, those at the app press buttons. */
export type End = 'command' | 'app';

/** @param actual the value that was found in place of the profile's */
type Repair = string | null | ((profile: Profile, actual: string) => string);

const edit = ({ configuration_name: name }: Profile) => `bot profile edit ${name}`;
const install = ({ configuration_name: name }: Profile) =>
  t`Run: bot terminal install --profile ${{ name }}`;
const setUp = () => t`Press "Set up terminal".`;

/** What to do about each thing that may be wrong. Commands can be typed as they stand. */
const repairs = () =>
  ({
    'data-folder': {
      command: t`Make room there, or give a folder of your own with --data-dir.`,
      app: t`Make room on that disk, and see that this user may write there. Then check again.`,
    },
    vault: {
      command: null,
      app: t`Sign out of this computer and in again, so that its store of secrets opens. Then check again.`,
    },
    'forgetful-vault': {
      command: t`Set QUORATE_VAULT=file.`,
      app: t`Sign out of this computer and in again, so that its store of secrets opens. Then check again.`,
    },
    profile: { command: null, app: t`Correct or remove the configuration.` },
    elsewhere: {
      command: t`Start the bot on the Windows computer of the terminal, or try it with: bot simulate-terminal`,
      app: t`Use the app on the Windows computer of the terminal. A terminal that dials in from elsewhere, such as the simulated one, is taken, too.`,
    },
    install: { command: install, app: setUp },
    'old-expert': {
      command: (profile) =>
        t`${{ install: install(profile) }}, then take Quorate off the chart and put it on again.`,
      app: t`${{ setUp: setUp() }} If it still says so then, take Quorate off the chart and drag it there again.`,
    },
    'no-token': { command: ({ configuration_name: name }) => noTokenAdvice(name), app: setUp },
    nobody: {
      command: ({ bridge }) => allowListAdvice(bridge.port, bridge.transport),
      app: ({ bridge }) =>
        [
          t`${{ setUp: setUp() }} It starts the terminal, signed in, with Quorate on a chart.`,
          t`A terminal that is open already takes no notice of that: close it first, or drag Quorate from its Navigator onto a chart.`,
          ...(bridge.transport === 'tcp' ? [allowListStep(bridge.port)] : []),
        ].join('\n'),
    },
    'port-taken': {
      command: (profile) =>
        t`End the program that holds port ${{ port: profile.bridge.port }}, or take another: ${{ edit: edit(profile) }} --port N`,
      app: ({ bridge }) =>
        t`End the program that uses port ${{ port: bridge.port }}, or choose another port in the configuration.`,
    },
    'server-capitals': {
      command: (profile, server) =>
        t`Write the server as the terminal does: ${{ edit: edit(profile) }} --broker-server ${{ server }}`,
      app: (_profile, server) =>
        t`Write the broker server in the configuration as the terminal does: ${{ server }}`,
    },
    'other-account': {
      command: t`Sign the terminal in to the account of the profile, or use the profile of this account.`,
      app: t`Sign the terminal in to the account of the configuration (File > Login to Trade Account), or put its account into the configuration.`,
    },
    'other-type': {
      command: (profile, actual) =>
        t`Once you are sure which it should be: ${{ edit: edit(profile) }} --account-type ${{ actual }}, or sign the terminal in to another account.`,
      app: (_profile, actual) =>
        actual === 'real'
          ? t`Sign the terminal in to a demo account. Real money needs the step "Switch to Real".`
          : t`Sign the terminal in to the real account, or switch the configuration back to Demo.`,
    },
    pairs: {
      command: (profile) =>
        t`Mend the list with: ${{ edit: edit(profile) }} --currency-pairs EURUSD,GBPUSD`,
      app: t`Correct the currency pairs in the configuration.`,
    },
    service: {
      command: (profile) =>
        t`Start it (npm start), or mend the address: ${{ edit: edit(profile) }} --service URL`,
      app: t`Look whether this computer is online. The check can be made again when the service answers.`,
    },
    'sign-in': {
      command: t`Make a code on the dashboard, under Security, and start the bot with --code.`,
      app: t`Sign in to the app.`,
    },
    'signed-out': {
      command: t`The bot was ended on the dashboard. Make a code there, under Security, and start it with --code.`,
      app: t`This computer was signed out on the dashboard. Sign in to the app again.`,
    },
    halted: {
      command: ({ configuration_name: name }) =>
        t`Let it go on with: bot resume --profile ${{ name }}`,
      app: t`Press "Resume".`,
    },
  }) as const satisfies Readonly<Record<string, Readonly<Record<End, Repair>>>>;

/** @param profile null where it cannot be used, and no command could name it */
export function repair(
  end: End,
  what: keyof ReturnType<typeof repairs>,
  profile: Profile | null = null,
  actual = '',
): string | null {
  const words: Repair = repairs()[what][end];
  if (typeof words !== 'function') return words;
  return profile && words(profile, actual);
}

/** The one step that no program may do. */
export function allowListStep(port: number): string {
  return t`In the terminal: Tools > Options > Expert Advisors, tick "Allow WebRequest for listed URL", add 127.0.0.1 and press OK. The bot listens on port ${{ port }}.`;
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
        detail: [
          t`There is no MetaTrader 5 at ${{ path: profile.terminal_path ?? '' }}.`,
          ...(list === '' ? [] : [t`Found on this computer: ${{ list }}.`]),
        ].join(' '),
        advice: t`Choose the terminal in the configuration. One that was installed a moment ago has to be started once.`,
      };
    case 'none':
      return {
        detail: t`No MetaTrader 5 was found for this user.`,
        advice: t`Download MetaTrader 5 from your broker, install it, and start it once. Then check again.`,
      };
    case 'several':
      return {
        detail: t`There are ${{ count: choice.found.length }} MetaTrader 5 terminals: ${{ list }}.`,
        advice: t`Choose one of them in the configuration.`,
      };
  }
}

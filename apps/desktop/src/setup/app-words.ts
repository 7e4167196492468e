import type { DoctorWords } from '@quorate/bot/doctor/finding';
import type { AbsentTerminal } from '@quorate/bot/mt5/install/find-terminals';
import type { Profile } from '@quorate/bot/profiles/profile';

const SET_UP = 'Press "Set up terminal".';

/** For people at the app: what to press, and where. */
export const APP_WORDS: DoctorWords & Readonly<{ dataFolder: string; vault: string }> = {
  noun: 'configuration',
  absent: absentTerminal,
  elsewhere:
    'Use the app on the Windows computer of the terminal. A terminal that dials in from elsewhere, such as the simulated one, is taken, too.',
  install: () => SET_UP,
  renew: () =>
    `${SET_UP} If it still says so then, take Quorate off the chart and drag it there again.`,
  noToken: () => SET_UP,
  nobody: (port, transport) =>
    [
      `${SET_UP} It starts the terminal, signed in, with Quorate on a chart.`,
      'A terminal that is open already takes no notice of that: close it first, or drag Quorate from its Navigator onto a chart.',
      ...(transport === 'tcp' ? [allowListStep(port)] : []),
    ].join('\n'),
  portTaken: (_name, port) =>
    `End the program that uses port ${port}, or choose another port in the configuration.`,
  writeServer: (_name, server) =>
    `Write the broker server in the configuration as the terminal does: ${server}`,
  otherAccount:
    'Sign the terminal in to the account of the configuration (File > Login to Trade Account), or put its account into the configuration.',
  otherType: (_name, actual) =>
    actual === 'real'
      ? 'Sign the terminal in to a demo account. Real money needs the step "Switch to Real".'
      : 'Sign the terminal in to the real account, or switch the configuration back to Demo.',
  pairs: () => 'Correct the currency pairs in the configuration.',
  service: () =>
    'Look whether this computer is online. The check can be made again when the service answers.',
  dataFolder: 'Make room on that disk, and see that this user may write there. Then check again.',
  vault:
    'Sign out of this computer and in again, so that its store of secrets opens. Then check again.',
  signIn: 'Sign in to the app.',
  signedOut: 'This computer was signed out on the dashboard. Sign in to the app again.',
  resume: () => 'Press "Resume".',
};

/** The one step that no program may do. */
export function allowListStep(port: number): string {
  return `In the terminal: Tools > Options > Expert Advisors, tick "Allow WebRequest for listed URL", add 127.0.0.1 and press OK. The bot listens on port ${port}.`;
}

function absentTerminal(
  { kind, found }: AbsentTerminal,
  { terminal_path: path }: Profile,
): ReturnType<DoctorWords['absent']> {
  const list = found.map(({ installFolder }) => installFolder).join(', ');
  switch (kind) {
    case 'not-there':
      return {
        detail: `There is no MetaTrader 5 at ${path ?? ''}.${list === '' ? '' : ` Found on this computer: ${list}.`}`,
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
        detail: `There are ${found.length} MetaTrader 5 terminals: ${list}.`,
        advice: 'Choose one of them in the configuration.',
      };
  }
}

import { absentText } from '../mt5/install/choose-terminal.ts';
import { allowListAdvice } from '../mt5/install/permission-advice.ts';
import { noTokenAdvice } from '../mt5/install/share-token.ts';
import type { DoctorWords } from './doctor-words.ts';

const edit = (name: string) => `bot profile edit ${name}`;
const install = (name: string) => `Run: bot terminal install --profile ${name}`;

/** For people at a command line: commands that can be typed as they stand. */
export const COMMAND_WORDS: DoctorWords = {
  noun: 'profile',
  absent: (choice, profile) => ({ detail: absentText(choice, profile), advice: null }),
  elsewhere:
    'Start the bot on the Windows computer of the terminal, or try it with: bot simulate-terminal',
  install,
  renew: (name) => `${install(name)}, then take Quorate off the chart and put it on again.`,
  noToken: noTokenAdvice,
  nobody: allowListAdvice,
  portTaken: (name, port) =>
    `End the program that holds port ${port}, or take another: ${edit(name)} --port N`,
  writeServer: (name, server) =>
    `Write the server as the terminal does: ${edit(name)} --broker-server ${server}`,
  otherAccount:
    'Sign the terminal in to the account of the profile, or use the profile of this account.',
  otherType: (name, actual) =>
    `Once you are sure which it should be: ${edit(name)} --account-type ${actual}, or sign the terminal in to another account.`,
  pairs: (name) => `Mend the list with: ${edit(name)} --currency-pairs EURUSD,GBPUSD`,
  service: (name) => `Start it (npm start), or mend the address: ${edit(name)} --service URL`,
  signIn: 'Make a code on the dashboard, under Security, and start the bot with --code.',
  signedOut:
    'The bot was ended on the dashboard. Make a code there, under Security, and start it with --code.',
  resume: (name) => `Let it go on with: bot resume --profile ${name}`,
};

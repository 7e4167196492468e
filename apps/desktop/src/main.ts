#!/usr/bin/env node
import type { MoreCommands } from '@quorate/bot/command-line/commands';
import { dataDirOption, jsonOption } from '@quorate/bot/command-line/common-options';
import { runProgram } from '@quorate/bot/program';
import { RELEASE_FACTS } from '@quorate/bot/release-facts';
import { Command } from 'commander';
import { forgetSecrets } from './forget-secrets.ts';
import { loadWindowsNative } from './native/windows-native.ts';
import { uiCommand } from './ui-command.ts';
import { MESSAGE_COMMAND } from './window/show-message.ts';

/** What the desktop app adds to the bot's commands. */
const desktopCommands: MoreCommands = (deps, end) => [
  forgetSecretsCommand((options) => end(forgetSecrets(deps, options))),
  showMessageCommand(),
  uiCommand(async (options) => {
    // Its bots run the same program, and are small because they load nothing of the app.
    const { runUi } = await import('./run-ui.ts');
    end(await runUi(deps, options));
  }),
];

/** The command `forget-secrets`, which the uninstaller runs where the data goes. */
function forgetSecretsCommand(
  run: (options: Readonly<{ dataDir: string; json: boolean }>) => void,
): Command {
  return new Command('forget-secrets')
    .description('remove every password and sign-in of a data folder from where secrets are kept')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(run);
}

/** A box that waits for the person: the app, which must not wait, starts it as a process. */
function showMessageCommand(): Command {
  return new Command(MESSAGE_COMMAND)
    .description('show a message of the app in a box of Windows')
    .argument('<title>')
    .argument('<text>')
    .action((title: string, text: string) => loadWindowsNative()?.showMessage(title, text));
}

const typed = process.argv.slice(2);
// A double click types nothing.
const isDoubleClick = typed.length === 0 && RELEASE_FACTS.kind === 'installed';
runProgram(desktopCommands, isDoubleClick ? ['ui'] : typed);

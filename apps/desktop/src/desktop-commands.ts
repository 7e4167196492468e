import type { MoreCommands } from '@quorate/bot/command-line/commands';
import { forgetSecrets } from './forget-secrets.ts';
import { forgetSecretsCommand } from './forget-secrets-command.ts';
import { uiCommand } from './ui-command.ts';

/** What the desktop app adds to the bot's commands. */
export const desktopCommands: MoreCommands = (deps, end) => [
  forgetSecretsCommand((options) => end(forgetSecrets(deps, options))),
  uiCommand(async (options) => {
    // Its bots run the same program, and are small because they load nothing of the app.
    const { runUi } = await import('./run-ui.ts');
    end(await runUi(deps, options));
  }),
];

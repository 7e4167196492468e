import { examples } from '@quorate/bot/command-line/common-options';
import { Command } from 'commander';

export type UiOptions = Readonly<{
  /** null: the usual one of this copy of the app. */
  dataDir: string | null;
  window: 'open' | 'print' | 'none';
  quit: boolean;
  /** With `quit`: the bots that run are started again by the next start. */
  resumeLater: boolean;
  /** The version before this one ends and hands over. */
  afterUpdate: boolean;
  /** Configurations whose bots are to be started again. */
  resume: readonly string[];
}>;

type Typed = {
  dataDir?: string;
  window: boolean;
  printAddress: boolean;
  background: boolean;
  quit: boolean;
  resumeLater: boolean;
  afterUpdate: boolean;
  resume?: string[];
};

/** The command `ui`: the desktop app. */
export function uiCommand(run: (options: UiOptions) => Promise<void>): Command {
  return new Command('ui')
    .description('the desktop app: sign in, configurations, Start Bot and Stop Bot in a window')
    .option(
      '--data-dir <folder>',
      'where the app keeps everything (default: .data/bot; installed: Quorate in %APPDATA%)',
    )
    .option('--no-window', 'open no window and print its address, which counts once for a minute')
    .option('--print-address', 'print a fresh address and nothing else', false)
    .option('--background', 'open no window and print nothing, as when the computer starts', false)
    .option('--quit', 'stop every bot, end the running app and wait until it is gone', false)
    .option('--resume-later', 'with --quit: the next start starts the bots again', false)
    .option('--after-update', 'wait until the version before this one has ended', false)
    .option('--resume <names...>', 'configurations whose bots are started again')
    .addHelpText('after', examples('ui', 'ui --no-window', 'ui --quit'))
    .action(async (typed: Typed) => {
      const isPrinted = !typed.window || typed.printAddress;
      await run({
        dataDir: typed.dataDir ?? null,
        window: typed.background ? 'none' : isPrinted ? 'print' : 'open',
        quit: typed.quit,
        resumeLater: typed.resumeLater,
        afterUpdate: typed.afterUpdate,
        resume: typed.resume ?? [],
      });
    });
}

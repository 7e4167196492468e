import { Command } from 'commander';
import {
  dataDirOption,
  examples,
  jsonOption,
  profileOption,
} from '../command-line/common-options.ts';
import { wholeBetween } from '../parse-options.ts';
import type { ControlOptions } from './run-control.ts';

type Run = (options: ControlOptions) => Promise<void>;
type Typed = Readonly<{
  profile?: string;
  dataDir: string;
  json: boolean;
  yes?: boolean;
  wait?: number;
}>;

/** The commands that speak to a bot that runs: `status`, `stop`, `halt`, `flatten`, `resume`. */
export function controlCommands(run: Run): readonly Command[] {
  const begun = (name: ControlOptions['command'], description: string, example: string) =>
    new Command(name)
      .description(description)
      .addOption(profileOption())
      .addOption(dataDirOption())
      .addOption(jsonOption())
      .addHelpText('after', examples(example))
      .allowExcessArguments(false)
      .action(({ profile, dataDir, json, yes = false, wait = 10 }: Typed) =>
        run({ command: name, profile: profile ?? null, dataDir, json, yes, waitMs: wait * 1_000 }),
      );
  return [
    begun('status', 'what a running bot is doing', 'status --profile Main'),
    begun(
      'stop',
      'end a running bot in order; positions stay open with their stops',
      'stop --profile Main',
    ),
    begun(
      'flatten',
      'close every position of the bot and open nothing more, also without the service',
      'flatten --profile Main --yes',
    )
      .option('--yes', 'without asking', false)
      .option(
        '--wait <seconds>',
        'how long the closing is waited for; where no bot runs, first the terminal',
        wholeBetween(1, 600),
        30,
      ),
    begun('halt', 'open nothing new; what is open is looked after', 'halt --profile Main'),
    begun('resume', 'let a halted bot open positions again', 'resume --profile Main'),
  ];
}

import { Command } from 'commander';
import { begun, examples, profileOption } from '../command-line/common-options.ts';
import { wholeBetween } from '../parse-options.ts';
import type { TerminalAction } from './run-terminal.ts';

type Run = (action: TerminalAction) => Promise<void>;
/** Options as the parser leaves them; what was not given is absent. */
type Given = Readonly<{
  profile?: string | null;
  symbol?: string | null;
  dataDir: string;
  json: boolean;
  lines: number;
  experts: boolean;
}>;

/** The command `terminal` with what is done to a MetaTrader 5 on this computer. */
export function terminalCommand(run: Run): Command {
  const command = new Command('terminal').description(
    'find MetaTrader 5, put the expert into it, start it, read its logs',
  );
  for (const below of [list(run), install(run), token(run), start(run), logs(run)])
    command.addCommand(below);
  return command;
}

function list(run: Run): Command {
  return begun('list', 'name every terminal of this user').action(({ dataDir, json }: Given) =>
    run({ kind: 'list', dataDir, json }),
  );
}

function install(run: Run): Command {
  return begun('install', 'put the expert and its token into the terminal, and compile it')
    .addOption(profileOption())
    .addHelpText('after', examples('terminal install --profile Main'))
    .action(({ profile = null, dataDir, json }: Given) =>
      run({ kind: 'install', profile, dataDir, json }),
    );
}

function token(run: Run): Command {
  return begun('token', 'write the token for a terminal elsewhere, or for the simulated one')
    .addOption(profileOption())
    .requiredOption('--file <file>', 'where to write it, for your eyes alone')
    .addHelpText('after', examples('terminal token --profile Main --file bridge.txt'))
    .action(({ profile = null, file, dataDir, json }: Given & { file: string }) =>
      run({ kind: 'token', profile, file, dataDir, json }),
    );
}

function start(run: Run): Command {
  return begun('start', 'start the terminal, signed in, with the expert on a chart')
    .addOption(profileOption())
    .option('--symbol <name>', 'of the chart, as the broker names it (default: the first pair)')
    .addHelpText(
      'after',
      examples('terminal start --profile Main', 'terminal start --profile Main --symbol EURUSD.a'),
    )
    .action(({ profile = null, symbol = null, dataDir, json }: Given) =>
      run({ kind: 'start', profile, symbol, dataDir, json }),
    );
}

function logs(run: Run): Command {
  return begun('logs', 'print the end of the newest log')
    .addOption(profileOption())
    .option('--experts', 'the log of the experts instead of the terminal', false)
    .option('--lines <n>', 'how many lines', wholeBetween(1, 5_000), 40)
    .action(({ profile = null, experts, ...typed }: Given) =>
      run({ kind: 'logs', log: experts ? 'experts' : 'terminal', profile, ...typed }),
    );
}

import { Command } from 'commander';
import { begun, examples } from '../command-line/common-options.ts';
import { PROFILE_FIELDS } from './profile-fields.ts';
import type { ProfileAction } from './run-profile.ts';

type Run = (action: ProfileAction) => Promise<void>;
type Typed = Readonly<Record<string, unknown>> & Readonly<{ dataDir: string; json: boolean }>;

const ACCOUNT = '--user mira --account-number 5012345 \\\n    --broker-server Broker-Demo';

/** The command `profile` with one command below it for each thing that is done with profiles. */
export function profileCommand(run: Run): Command {
  const command = new Command('profile').description(
    'configurations: a terminal, its account, and what may be risked on it',
  );
  for (const below of [list(run), show(run), add(run), edit(run), password(run), remove(run)]) {
    command.addCommand(below);
  }
  return command;
}

function list(run: Run): Command {
  return begun('list', 'name every profile').action((typed: Typed) =>
    run({ kind: 'list', ...typed }),
  );
}

function show(run: Run): Command {
  return begun('show', 'print one profile; secrets are named, never printed')
    .argument('<name>')
    .action((name: string, typed: Typed) => run({ kind: 'show', name, ...typed }));
}

function add(run: Run): Command {
  return withFields(begun('add', 'make a profile; what is not given is asked at a terminal'))
    .option('--replace', 'overwrite a profile of that name', false)
    .option('--password-stdin', "read the terminal's password from standard input", false)
    .addHelpText(
      'after',
      examples(
        'profile add Main',
        `profile add Main ${ACCOUNT} --currency-pairs EURUSD,GBPUSD`,
        `profile add Main ${ACCOUNT} --currency-pairs XAUUSD \\\n    --password-stdin < secret.txt`,
      ),
    )
    .action((name: string, typed: Typed & { replace: boolean; passwordStdin: boolean }) =>
      run({ kind: 'add', name, ...typed, given: givenFields(typed) }),
    );
}

function edit(run: Run): Command {
  return withFields(begun('edit', 'change fields of a profile; without options, each is asked'))
    .addHelpText('after', examples('profile edit Main --risk-per-trade-percent 0.5'))
    .action((name: string, typed: Typed) =>
      run({ kind: 'edit', name, ...typed, given: givenFields(typed) }),
    );
}

function password(run: Run): Command {
  return begun('password', "keep the terminal's password in the vault, to start the terminal with")
    .argument('<name>')
    .option('--password-stdin', 'read it from standard input', false)
    .option('--forget', 'remove it from the vault', false)
    .action((name: string, typed: Typed & { passwordStdin: boolean; forget: boolean }) =>
      run({ kind: 'password', name, ...typed }),
    );
}

function remove(run: Run): Command {
  return begun('remove', 'remove a profile and its secrets; its journals stay')
    .argument('<name>')
    .option('--yes', 'without asking', false)
    .action((name: string, typed: Typed & { yes: boolean }) =>
      run({ kind: 'remove', name, ...typed }),
    );
}

function withFields(command: Command): Command {
  command.argument('<name>', 'configuration name: letters, digits, spaces, - and _');
  for (const { option, what } of PROFILE_FIELDS) command.option(`--${option} <value>`, what);
  return command;
}

/** What was typed, by the path of its field. */
function givenFields(typed: Typed): Readonly<Record<string, string>> {
  return Object.fromEntries(
    PROFILE_FIELDS.flatMap(({ path, option }) => {
      const text = typed[camel(option)];
      return typeof text === 'string' ? [[path, text]] : [];
    }),
  );
}

/** As the parser of the command line names an option. */
function camel(option: string): string {
  return option.replace(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

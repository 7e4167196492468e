import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BotFault, EXIT } from '../bot-fault.ts';
import { runCli } from '../cli.ts';
import { systemClock } from '../clock.ts';
import { PROFILE_FIELDS } from '../profiles/profile-fields.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { sleep, systemTimers } from '../timers.ts';
import type { BotDeps } from './bot-deps.ts';
import { botCommands } from './commands.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');

function botDeps(): BotDeps & { output: ReturnType<typeof heardOutput> } {
  const vault = memoryVault();
  return {
    output: heardOutput(),
    clock: systemClock,
    timers: systemTimers,
    sleep,
    random: Math.random,
    fetch: () => Promise.reject(new TypeError('no service')),
    stop: createStopSignal(),
    hostName: 'test',
    env: {},
    readStdin: async () => '',
    prompt: null,
    openVault: () => vault,
  };
}

async function bot(...args: string[]) {
  const deps = botDeps();
  const { output } = deps;
  const exit = await runCli({ output, commands: (end) => botCommands(deps, end) }, args);
  return { exit, printed: output.printed(), said: output.lines().join('\n') };
}

const NAMES = botCommands(botDeps(), () => {}).map((command) => command.name());

/** Every command with those below it, as typed. */
const TYPED = botCommands(botDeps(), () => {}).flatMap((command) => [
  [command.name()],
  ...command.commands.map((below) => [command.name(), below.name()]),
]);

describe('the command line', () => {
  it('asks for candles where a replay has none', async () => {
    const { exit, said } = await bot('replay');
    assert.equal(exit, EXIT.badInput);
    assert.match(said, /--candles/);
  });

  for (const typed of TYPED) {
    it(`explains ${typed.join(' ')} within 96 columns`, async () => {
      const { printed } = await bot(...typed, '--help');
      assert.ok(printed.length > 0);
      assert.deepEqual(
        printed.split('\n').filter((line) => line.length > 96),
        [],
      );
    });
  }

  it('has every mode and every command around them', () => {
    for (const name of [
      'replay',
      'paper',
      'prior',
      'live',
      'doctor',
      'status',
      'stop',
      'flatten',
      'halt',
      'resume',
      'profile',
      'terminal',
      'simulate-terminal',
    ]) {
      assert.ok(NAMES.includes(name), name);
    }
  });

  for (const name of NAMES) {
    it(`explains ${name}, with the exit codes`, async () => {
      const help = await bot(name, '--help');
      assert.equal(help.exit, 0);
      assert.match(help.printed, new RegExp(`^Usage: bot ${name} `));
      if (!['profile', 'terminal'].includes(name)) {
        assert.match(help.printed, /Exit codes:\n {2}0 {4}done.*\n/);
        assert.match(help.printed, /--data-dir <folder>|--bridge-file <file>/);
      }
    });
  }

  it('answers a mistyped command and option with the near one, and ends with 2', async () => {
    const command = await bot('docter');
    assert.equal(command.exit, 2);
    assert.match(command.said, /Did you mean doctor\?/);
    const option = await bot('status', '--profil', 'Main');
    assert.equal(option.exit, 2);
    assert.match(option.said, /Did you mean --profile\?/);
  });

  it('gives a program JSON even where the options are wrong', async () => {
    const { exit, printed } = await bot('status', '--jsn', '--json');
    assert.equal(exit, 2);
    const said = JSON.parse(printed) as { success: boolean; code: string; message: string };
    assert.equal(said.success, false);
    assert.equal(said.code, 'usage');
    assert.match(said.message, /unknown option '--jsn'/);
  });

  it('turns a fault into one sentence and its exit code', async () => {
    const output = heardOutput();
    const failing = botDeps();
    const exit = await runCli(
      {
        output,
        commands: () =>
          botCommands(failing, () => {
            throw new BotFault('not_running', 'No bot runs.');
          }),
      },
      ['profile', 'list', '--data-dir', '/nowhere'],
    );
    assert.equal(exit, EXIT.notReady);
    assert.deepEqual(output.lines(), ['No bot runs.']);
  });
});

describe('the pages about the bot', () => {
  const page = readFileSync(join(DOCS, 'reference/bot.md'), 'utf8');
  // The set-up page sends readers to the page of exits for their fields.
  const setup = ['start/bot-setup.md', 'reference/exits.md']
    .map((name) => readFileSync(join(DOCS, name), 'utf8'))
    .join('\n');

  it('name every command', () => {
    for (const name of NAMES) assert.match(page, new RegExp(`\`${name}\``), name);
  });

  it('name every exit code', () => {
    for (const code of Object.values(EXIT)) {
      assert.match(page, new RegExp(`^\\| ${code} \\|`, 'm'), String(code));
    }
  });

  it('name every field of a profile', () => {
    for (const { path } of PROFILE_FIELDS) assert.ok(setup.includes(`\`${path}\``), path);
  });
});

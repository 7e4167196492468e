import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Command } from 'commander';
import { keepDataIn } from './commands.ts';
import { dataDirOption } from './common-options.ts';

const FOLDER = 'C:\\Users\\Jürgen Ö\\AppData\\Roaming\\Quorate';

it('the installed program keeps its data in one folder, wherever it is started from, unless it is told', async () => {
  const used: string[] = [];
  const take = ({ dataDir }: { dataDir: string }) => void used.push(dataDir);
  const below = new Command('list').addOption(dataDirOption()).action(take);
  const outer = new Command('terminal').addCommand(below);
  const plain = new Command('replay').addOption(dataDirOption()).action(take);
  const without = new Command('simulate');
  keepDataIn(FOLDER, [outer, plain, without]);
  await outer.parseAsync(['list'], { from: 'user' });
  await plain.parseAsync([], { from: 'user' });
  await plain.parseAsync(['--data-dir', 'other'], { from: 'user' });
  assert.deepEqual(used, [FOLDER, FOLDER, 'other']);
  assert.ok(plain.helpInformation().includes('Quorate'));
});

// The app of a version in the tests of killed updates: started as a process of its own, it says that it came
// up, and with QUORATE_TEST_SERVICE in its environment and no --after-update it updates itself.
import { appendFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sleep, systemTimers } from '@quorate/bot/timers';
import { createUpdates } from '../updates.ts';
import { SYSTEM_UPDATE_PROGRAMS } from '../version-files.ts';
import { unpack } from './install-stage.ts';

const [program = '', ...args] = process.argv.slice(1);
const version = basename(dirname(program));
const installFolder = join(dirname(program), '..', '..');
const dataDir = args.find((each) => each.startsWith('--data-dir='))?.slice(11) ?? '';
const service = process.env.QUORATE_TEST_SERVICE ?? '';
const killAt = process.env.QUORATE_TEST_KILL_AT ?? '';
const isNew = args.includes('--after-update');
const resumed = args.filter((each) => each.startsWith('--resume=')).map((each) => each.slice(9));

/** What the computer does when its power goes, at a step that the updater has just told of. */
function dieAt(step: string): void {
  if (!isNew && killAt !== '' && step.includes(killAt)) process.kill(process.pid, 'SIGKILL');
}

const over = Promise.withResolvers<void>();
const bots = new Set(isNew ? [] : ['Main', '-odd "name"']);
const updates = createUpdates({
  clock: systemTimers,
  timers: systemTimers,
  sleep,
  random: Math.random,
  fetch,
  dataDir,
  notify(line) {
    process.stdout.write(`${line}\n`);
    dieAt(line);
  },
  facts: { kind: 'installed', version, updateKey: process.env.QUORATE_TEST_KEY ?? null },
  account: {
    service: () => service,
    // Only the token is looked at.
    token: () => ({ user: {} as never, token: 't' }),
    onChange: () => () => undefined,
  },
  runs: {
    atWork: () => [...bots],
    state: () => {
      throw new Error('nobody asks for the state of a bot when the person wants the update now');
    },
    isOpeningPosition: async () => false,
    async stopAll() {
      const names = [...bots];
      bots.clear();
      dieAt('while bots stop');
      return names;
    },
    start: async (name) => void bots.add(name),
  },
  installFolder,
  programs: {
    ...SYSTEM_UPDATE_PROGRAMS,
    async extract(installer, folder) {
      // As slow as a disk may be.
      await wait(20);
      return unpack(installer, folder);
    },
  },
  hasWindow: () => false,
  tellInstalledVersion: async () => undefined,
  letGo: () => over.resolve(),
});

const names = updates.cameUp();
for (const name of new Set([...names, ...resumed])) bots.add(name);
appendFileSync(join(dataDir, 'came-up.log'), `${version} ${[...bots].sort().join(',')}\n`);
process.stdout.write(`came up ${version}\n`);
if (!isNew && service !== '') {
  updates.onChange(() => dieAt(`state ${updates.state().kind}`));
  await updates.check();
  updates.onChange(() => {
    if (updates.state().kind === 'failed') over.resolve();
  });
  if (updates.state().kind === 'waiting') {
    await updates.install();
    await over.promise;
  }
  process.stdout.write(`${JSON.stringify(updates.state())}\n`);
}
await updates.close();

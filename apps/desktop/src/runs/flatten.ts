import { EXIT } from '@quorate/bot/bot-fault';
import { openText } from '@quorate/bot/control/status-text';
import type { Profile } from '@quorate/bot/profiles/profile';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';
import { botLogOf, type SpawnBot } from './bot-process.ts';
import type { BotKeeper } from './keeper.ts';
import { lastLineOf } from './last-line.ts';

/** A little less than the interface waits. */
const FLATTEN_MS = 50_000;
const SOON_MS = 5_000;
/** For a bot that has just begun, until it can be asked. */
const BEGIN_TRIES = 20;
const BEGIN_MS = 250;
const WAIT_S = 25;

/**
 * Has a running bot close everything.
 *
 * @returns false where none runs
 * @throws LocalFault `unavailable` with what is still open
 */
export async function flattenRunning(
  keeper: BotKeeper,
  { sleep }: Pick<DesktopDeps, 'sleep'>,
  name: string,
): Promise<boolean> {
  for (let tries = 0; tries < BEGIN_TRIES; tries += 1) {
    const answer = await keeper.ask('flatten', FLATTEN_MS);
    if (answer.kind === 'answered') {
      await keeper.look();
      return true;
    }
    if (answer.kind === 'failed') {
      const left = await keeper.ask('status', SOON_MS);
      const open = left.kind === 'answered' ? openText(left.body) : null;
      throw new LocalFault(
        'unavailable',
        `Not everything of ${name} is closed after ${FLATTEN_MS / 1_000} s. Still open: ${open ?? 'the terminal does not say'}. The bot goes on trying, and the stops stand at the broker.`,
      );
    }
    if (keeper.phase() !== 'starting') return false;
    await sleep(BEGIN_MS, AbortSignal.timeout(BEGIN_MS));
  }
  return false;
}

/**
 * Closes everything where no bot runs, by a process that only does that.
 *
 * @throws LocalFault `unavailable` with its last sentence
 */
export async function flattenAlone(
  { spawnBot, dataDir }: Readonly<{ spawnBot: SpawnBot; dataDir: string }>,
  { configuration_name: name }: Profile,
): Promise<void> {
  const log = botLogOf(dataDir, `${name}.flatten`);
  const args = [
    'flatten',
    '--profile',
    name,
    '--data-dir',
    dataDir,
    '--yes',
    '--wait',
    `${WAIT_S}`,
  ];
  const { exit, why } = await spawnBot(args, log).ended;
  if (exit === EXIT.done) return;
  const message = lastLineOf(log) ?? why ?? 'it did not say why';
  throw new LocalFault(
    'unavailable',
    `Nothing says that everything of ${name} is closed: ${message}`,
  );
}

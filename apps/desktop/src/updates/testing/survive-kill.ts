import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCurrentIni } from '../current-ini.ts';
import { cameUpLog, type Ended, killStage, launch, settled } from './killed-update.ts';

const BOTS = '-odd "name",Main';

/**
 * Kills an update, then shows that the app comes up with its bots, and that an update still succeeds.
 *
 * @param kill a step that the update tells of, or milliseconds after the start of the app
 */
export async function surviveKill(
  t: { after(run: () => Promise<void> | void): void },
  kill: string | number,
): Promise<Ended> {
  const stage = await killStage(t);
  const killed = await launch(stage, { updating: true, kill });
  const after = await launch(stage, { updating: false });
  assert.equal(after.code, 0, after.said);
  assert.match(after.said, new RegExp(`came up ${after.version}`));
  assert.equal(cameUpLog(stage).at(-1), `${after.version} ${BOTS}`, 'the bots are known by name');
  const target = after.version === '1.3.0' ? '1.4.0' : '1.3.0';
  stage.offer(target);
  const again = await launch(stage, { updating: true });
  assert.equal(again.code, 0, again.said);
  await settled(stage, target);
  const ini = readCurrentIni(stage.installFolder);
  assert.deepEqual([ini?.current, ini?.previous, ini?.trial], [target, after.version, null]);
  assert.equal(cameUpLog(stage).at(-1), `${target} ${BOTS}`);
  const versions = readdirSync(join(stage.installFolder, 'versions')).sort();
  assert.deepEqual(versions, [after.version, target], 'nothing half done is left');
  return killed;
}

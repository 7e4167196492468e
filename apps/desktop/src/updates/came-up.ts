import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from '@quorate/contract/release-version';
import { type CurrentIni, readCurrentIni, writeCurrentIni } from './current-ini.ts';
import {
  type HandOverNote,
  readHandOver,
  removeHandOver,
  writeConfirmed,
} from './hand-over-note.ts';
import { removeInstallers } from './part-file.ts';
import { type RecordBook, updatesFolder, withBad } from './update-records.ts';
import { hasProgram, removeOtherVersions } from './version-files.ts';

export type CameUpDeps = Readonly<{
  installFolder: string;
  dataDir: string;
  version: string;
  records: RecordBook;
  notify(line: string): void;
}>;

/** Switches that end without a word before the version is given up. */
const INTERRUPTIONS_MAX = 3;

const UNFINISHED_RECORD = /\.json\.[0-9a-f]{12}\.part$/;

/**
 * What an app does once its server answers: it says so, which ends the trial of a version that is new, and
 * settles what became of a switch before it.
 *
 * @returns the configurations whose bots the switch had stopped
 */
export function cameUp(deps: CameUpDeps): readonly string[] {
  const { installFolder, dataDir, version, notify } = deps;
  const ini = readCurrentIni(installFolder);
  const note = readHandOver(dataDir);
  const quietly = (work: () => void) => {
    try {
      work();
    } catch (error) {
      notify(`The update cannot be settled: ${String(error)}`);
    }
  };
  quietly(() => mkdirSync(updatesFolder(dataDir), { recursive: true }));
  quietly(() => settle(deps, ini, note));
  quietly(() => {
    const settled = settledIni(installFolder, version, ini);
    if (JSON.stringify(settled) !== JSON.stringify(ini)) writeCurrentIni(installFolder, settled);
  });
  quietly(() => writeConfirmed(dataDir, version));
  quietly(() => removeHandOver(dataDir));
  quietly(() => cleanUp(deps));
  return note?.resume ?? [];
}

function settledIni(installFolder: string, version: string, ini: CurrentIni | null): CurrentIni {
  const previous = ini?.current === version ? ini.previous : null;
  return {
    current: version,
    previous: previous !== null && hasProgram(installFolder, previous) ? previous : null,
    trial: null,
    tries: 0,
    rolledBack: null,
  };
}

/** Writes down what became of a switch. */
function settle(
  { version, records }: CameUpDeps,
  ini: CurrentIni | null,
  note: HandOverNote | null,
): void {
  const known = records.read();
  if (note?.to === version) {
    const bad = known.bad.filter(({ sha512 }) => sha512 !== note.sha512);
    records.change({ bad, rolled_back: null, interrupted: null });
    return;
  }
  if (note?.from !== version) {
    const told = known.rolled_back;
    // Somebody has put it in by hand, or a newer one.
    if (told && compareVersions(told.version, version) <= 0) records.change({ rolled_back: null });
    if (!ini?.rolledBack) return;
    const message = 'Its program was missing or could not be started.';
    records.change({ rolled_back: { version: ini.rolledBack, message } });
    return;
  }
  const { to, sha512 } = note;
  // Whoever watched the new version has written it down already.
  if (known.bad.some((each) => each.sha512 === sha512)) return;
  if (ini?.rolledBack === to || ini?.current === to) {
    const reason = 'It was started and did not say that it had come up.';
    records.change(withBad(known, { version: to, sha512, reason }));
    return;
  }
  const times = known.interrupted?.sha512 === sha512 ? known.interrupted.times + 1 : 1;
  if (times < INTERRUPTIONS_MAX) {
    records.change({ interrupted: { sha512, times } });
    return;
  }
  const reason = `Putting it in was interrupted ${times} times.`;
  records.change(withBad(known, { version: to, sha512, reason }));
}

/** What nobody needs any more: other versions, installers that are not newer, records that were cut short. */
function cleanUp({ installFolder, dataDir, version }: CameUpDeps): void {
  const previous = readCurrentIni(installFolder)?.previous;
  removeOtherVersions(installFolder, new Set(previous ? [version, previous] : [version]));
  const folder = updatesFolder(dataDir);
  removeInstallers(folder, (each) => compareVersions(each, version) > 0);
  for (const name of readdirSync(folder))
    if (UNFINISHED_RECORD.test(name)) rmSync(join(folder, name), { force: true });
}

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CurrentIni, readCurrentIni, writeCurrentIni } from '../current-ini.ts';
import { PROGRAM, versionFolder } from '../version-files.ts';

/** What runs after a test, as `node:test` has it. */
type After = { after(run: () => Promise<void>): void };

/** An installed app and its data folder, in a place whose name is a trial for whoever quotes it. */
export async function installStage(t: After, version = '1.2.3') {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-update-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const installFolder = join(folder, 'Prögrams of Zoë', 'Quorate');
  const dataDir = join(folder, 'Dätä & more', 'Quorate');
  mkdirSync(dataDir, { recursive: true });
  const ini = (change: Partial<CurrentIni> = {}) =>
    writeCurrentIni(installFolder, {
      current: version,
      previous: null,
      trial: null,
      tries: 0,
      rolledBack: null,
      ...change,
    });
  putVersion(installFolder, version, { [PROGRAM]: `program ${version}` });
  ini();
  return {
    folder,
    installFolder,
    dataDir,
    ini,
    readIni: () => readCurrentIni(installFolder),
  };
}

/** Lays a version out as an installer does, with the list of its files. */
export function putVersion(
  installFolder: string,
  version: string,
  files: Readonly<Record<string, string>>,
): void {
  const folder = versionFolder(installFolder, version);
  const unfinished = `${folder}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  const list = Object.entries(files).map(([name, content]) => {
    const path = join(unfinished, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: 0o755 });
    return [name, createHash('sha256').update(content).digest('hex')];
  });
  writeFileSync(join(unfinished, 'files.json'), JSON.stringify(Object.fromEntries(list)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

/** An installer that tests can unpack. */
export function installerOf(version: string, files: Readonly<Record<string, string>> = {}): Buffer {
  const all = { [PROGRAM]: `program ${version}`, 'resources/interface/index.html': 'x', ...files };
  return Buffer.from(JSON.stringify({ version, files: all }));
}

/** Unpacks an installer of `installerOf`, as that of Windows does when it is told to. */
export function unpack(installer: string, installFolder: string): string | null {
  const { version, files } = JSON.parse(readFileSync(installer, 'utf8'));
  putVersion(installFolder, version, files);
  return null;
}

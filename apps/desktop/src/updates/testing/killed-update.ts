import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readCurrentIni, writeCurrentIni } from '../current-ini.ts';
import { hasProgram, PROGRAM, versionFolder } from '../version-files.ts';
import { chooseVersion } from './choose-version.ts';
import { installerOf, installStage, putVersion } from './install-stage.ts';
import {
  signedUpdateOf,
  type UpdateService,
  updateKeyPair,
  updateService,
} from './update-service.ts';

const FAKE_APP = join(import.meta.dirname, 'fake-app.ts');
/** No update of these tests takes so long. */
const LONGEST_MS = 10_000;

/** A program that Linux starts as it is. Its first line names a shell: Node's own path may hold a space. */
function program(script = `import(${JSON.stringify(FAKE_APP)});`): string {
  return `#!/bin/sh\nexec ${quoted(process.execPath)} -e ${quoted(script)} -- "$0" "$@"\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An installed app of programs that run, and a service that offers a newer one. */
export async function killStage(t: { after(run: () => Promise<void> | void): void }) {
  const install = await installStage(t);
  const { privateKey, updateKey } = updateKeyPair();
  putVersion(install.installFolder, '1.2.3', { [PROGRAM]: program() });
  const service = await updateService(t, Buffer.alloc(0), null);
  const offer = (version: string, script?: string) => {
    // Enough to be killed in the middle of.
    const filler = 'x'.repeat(3_000_000);
    const installer = installerOf(version, {
      [PROGRAM]: program(script),
      'resources/filler': filler,
    });
    service.installer = installer;
    service.update = signedUpdateOf(privateKey, installer, { version });
  };
  offer('1.3.0');
  return { ...install, updateKey, service, offer };
}

type KillStage = Readonly<{
  installFolder: string;
  dataDir: string;
  updateKey: string;
  service: UpdateService;
}>;

export type Ended = Readonly<{ code: number | null; killed: boolean; said: string }>;

/**
 * Starts the app as the launcher does, by its table.
 *
 * @param kill when it is killed: at a step that it tells of, or after so many milliseconds
 */
export async function launch(
  stage: KillStage,
  { updating, kill }: { updating: boolean; kill?: string | number },
): Promise<Ended & { version: string }> {
  const { installFolder, dataDir } = stage;
  const { version, ini } = chooseVersion(readCurrentIni(installFolder), (each) =>
    hasProgram(installFolder, each),
  );
  if (version === null) throw new Error('the launcher finds no version to start');
  if (ini !== null) writeCurrentIni(installFolder, ini);
  const child = spawn(
    join(versionFolder(installFolder, version), PROGRAM),
    ['ui', `--data-dir=${dataDir}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        QUORATE_TEST_SERVICE: updating ? stage.service.address : '',
        QUORATE_TEST_KEY: stage.updateKey,
        QUORATE_TEST_KILL_AT: typeof kill === 'string' ? kill : '',
      },
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const over = new AbortController();
  const killing = wait(typeof kill === 'number' ? kill : LONGEST_MS, null, { signal: over.signal })
    .then(() => child.kill('SIGKILL'))
    .catch(() => undefined);
  const { code, signal } = await ended;
  over.abort();
  await killing;
  return { version, code, killed: signal === 'SIGKILL', said };
}

/** A version that was started and is not waited for has said that it came up, or the time is up. */
export async function settled(stage: KillStage, version: string): Promise<void> {
  for (let looks = 0; looks < LONGEST_MS / 20; looks++) {
    if (
      readCurrentIni(stage.installFolder)?.trial === null &&
      cameUpLog(stage).at(-1)?.startsWith(version)
    )
      return;
    await wait(20);
  }
  throw new Error(`${version} did not come up: ${cameUpLog(stage).join('; ')}`);
}

/** Which versions came up with which bots, oldest first. */
export function cameUpLog({ dataDir }: Pick<KillStage, 'dataDir'>): string[] {
  return readFileSync(join(dataDir, 'came-up.log'), 'utf8').trim().split('\n');
}

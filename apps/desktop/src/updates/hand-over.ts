import type { UpdateManifest } from '@quorate/contract/desktop-update';
import type { Runs } from '../parts.ts';
import { type CurrentIni, readCurrentIni, writeCurrentIni } from './current-ini.ts';
import { readConfirmed, removeConfirmed, removeHandOver, writeHandOver } from './hand-over-note.ts';
import { type RecordBook, withBad } from './update-records.ts';
import type { StartedVersion, UpdatePrograms } from './version-programs.ts';

export type HandOverDeps = Readonly<{
  installFolder: string;
  dataDir: string;
  /** The version that runs. */
  version: string;
  records: RecordBook;
  runs: Pick<Runs, 'atWork' | 'stopAll' | 'start'>;
  programs: Pick<UpdatePrograms, 'start'>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Whether a window is open, which the new version then opens again. */
  hasWindow(): boolean;
  /** Lets go of the data folder, so that another process may be the app. This one goes on to the end of the work. */
  letGo(): void;
  notify(line: string): void;
  /** Aborted when the person quits: nothing is switched then. */
  quitting: AbortSignal;
}>;

const CONFIRM_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Switches to a version that lies ready, and back where it does not come up. From the moment at which this
 * process lets go it only watches: when it is killed, the launcher does what it would have done.
 *
 * @throws Error when the switch did not happen: everything is then as it was, bots included
 */
export async function handOver(deps: HandOverDeps, manifest: UpdateManifest): Promise<void> {
  const { installFolder, dataDir, version, notify } = deps;
  const { version: to, sha512 } = manifest;
  const step = (what: string) => notify(`Update to ${to}: ${what}.`);
  const before = readCurrentIni(installFolder);
  const names = deps.runs.atWork();
  let resume: readonly string[];
  try {
    writeHandOver(dataDir, { from: version, to, sha512, resume: [...names] });
    step('noted');
    resume = [...new Set([...names, ...(await deps.runs.stopAll())])];
    step('bots stopped');
    if (deps.quitting.aborted) {
      removeHandOver(dataDir);
      return;
    }
    removeConfirmed(dataDir);
    writeCurrentIni(installFolder, {
      current: to,
      previous: version,
      trial: to,
      tries: 0,
      rolledBack: null,
    });
  } catch (error) {
    removeHandOver(dataDir);
    await startAgain(deps, names);
    throw error;
  }
  step('switched');
  // Asked before it lets go: by then no window is left.
  const args = appArguments(deps, resume);
  const start = (which: string) => deps.programs.start(installFolder, which, args);
  const { letGo } = deps;
  letGo();
  step('let go');
  const started = start(to);
  step('started');
  const fault = await faultOfStart(deps, started, to);
  if (fault === null) {
    step('confirmed');
    return;
  }
  started.kill();
  await started.ended;
  step(`it did not come up: ${fault}`);
  switchBack(deps, { ...manifest, reason: sentence(fault) }, before);
  step('switched back');
  start(version);
  step('the version before it is started');
}

/** Each of them for itself: what one lacks does not keep the others. */
async function startAgain({ runs, notify }: HandOverDeps, names: readonly string[]): Promise<void> {
  const atWork = new Set(runs.atWork());
  const starts = names
    .filter((name) => !atWork.has(name))
    .map((name) =>
      runs.start(name).catch((error: unknown) => {
        notify(`The bot of ${name} did not start again: ${String(error)}`);
      }),
    );
  await Promise.all(starts);
}

function appArguments(
  { dataDir, hasWindow }: HandOverDeps,
  resume: readonly string[],
): readonly string[] {
  return [
    'ui',
    `--data-dir=${dataDir}`,
    '--after-update',
    ...(hasWindow() ? [] : ['--background']),
    // Each in one piece: a name may begin with a dash.
    ...resume.map((name) => `--resume=${name}`),
  ];
}

/** @returns why a version is given up, as the end of a sentence; null once it said that it came up */
async function faultOfStart(
  { dataDir, sleep }: HandOverDeps,
  started: StartedVersion,
  version: string,
): Promise<string | null> {
  const ending = new AbortController();
  let end: string | null = null;
  void started.ended.then((text) => {
    end = text;
    ending.abort();
  });
  // Counted, not timed: a computer that slept meanwhile, or whose clock was set, changes nothing.
  for (let looks = 0; looks <= CONFIRM_WITHIN_MS / LOOK_EVERY_MS; looks++) {
    const confirmed = readConfirmed(dataDir);
    if (confirmed === version) return null;
    if (confirmed !== null) return `it says that it is version ${confirmed}`;
    if (end !== null) return end;
    await sleep(LOOK_EVERY_MS, ending.signal);
  }
  return `it said nothing within ${CONFIRM_WITHIN_MS / 1_000} s`;
}

/** Written down first: a version that is known as bad and is current comes up or is gone back from; it is never tried for ever. */
function switchBack(
  { installFolder, version, records, notify }: HandOverDeps,
  build: Readonly<{ version: string; sha512: string; reason: string }>,
  before: CurrentIni | null,
): void {
  const attempts = [
    () => {
      const { version: bad, sha512, reason } = build;
      records.change(withBad(records.read(), { version: bad, sha512, reason }));
    },
    () =>
      writeCurrentIni(installFolder, {
        current: version,
        previous: before?.previous ?? null,
        trial: null,
        tries: 0,
        rolledBack: null,
      }),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch (error) {
      // The version before is started all the same, and mends what could not be written.
      notify(`Update to ${build.version}: ${String(error)}`);
    }
  }
}

function sentence(fault: string): string {
  return `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
}

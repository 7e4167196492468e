import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from '@quorate/bot/json-file';
import { t } from '@quorate/bot/words';
import type { UpdateManifest } from '@quorate/contract/desktop-update';
import { compareVersions, releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';
import type { Runs } from '../parts.ts';
import { type CurrentIni, readCurrentIni, writeCurrentIni, writeDurably } from './current-ini.ts';
import { removeInstallers } from './download-installer.ts';
import { type RecordBook, updatesFolder, withBad } from './update-records.ts';
import {
  hasProgram,
  removeOtherVersions,
  type StartedVersion,
  type UpdatePrograms,
} from './version-files.ts';

type HandOverDeps = Readonly<{
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
    if (confirmed !== null) return t`it says that it is version ${{ confirmed }}`;
    if (end !== null) return end;
    await sleep(LOOK_EVERY_MS, ending.signal);
  }
  return t`it said nothing within ${{ seconds: CONFIRM_WITHIN_MS / 1_000 }} s`;
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

type CameUpDeps = Readonly<{
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
    const message = t`Its program was missing or could not be started.`;
    records.change({ rolled_back: { version: ini.rolledBack, message } });
    return;
  }
  const { to, sha512 } = note;
  // Whoever watched the new version has written it down already.
  if (known.bad.some((each) => each.sha512 === sha512)) return;
  if (ini?.rolledBack === to || ini?.current === to) {
    const reason = t`It was started and did not say that it had come up.`;
    records.change(withBad(known, { version: to, sha512, reason }));
    return;
  }
  const times = known.interrupted?.sha512 === sha512 ? known.interrupted.times + 1 : 1;
  if (times < INTERRUPTIONS_MAX) {
    records.change({ interrupted: { sha512, times } });
    return;
  }
  const reason = t`Putting it in was interrupted ${{ times }} times.`;
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

const handOverNote = z.object({
  format: z.literal(1),
  from: releaseVersion,
  to: releaseVersion,
  sha512: z.string(),
  /** Configurations whose bots were at work. */
  resume: z.array(z.string()),
});
/** A switch from one version to another that is under way: whoever starts next knows of it. */
type HandOverNote = z.output<typeof handOverNote>;

const confirmation = z.object({ version: z.string() });

/** @returns null where none is under way, or what is there cannot be read */
export function readHandOver(dataDir: string): HandOverNote | null {
  return readJsonFile(noteFile(dataDir), handOverNote);
}

/** @throws Error of the file system */
export function writeHandOver(dataDir: string, note: Omit<HandOverNote, 'format'>): void {
  writeDurably(noteFile(dataDir), JSON.stringify({ format: 1, ...note }));
}

function removeHandOver(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true });
}

/** Which version said last that it came up; null: none has since the word was taken back. */
function readConfirmed(dataDir: string): string | null {
  return readJsonFile(confirmedFile(dataDir), confirmation)?.version ?? null;
}

/** @throws Error of the file system */
export function writeConfirmed(dataDir: string, version: string): void {
  writeDurably(confirmedFile(dataDir), JSON.stringify({ version }));
}

function removeConfirmed(dataDir: string): void {
  rmSync(confirmedFile(dataDir), { force: true });
}

function noteFile(dataDir: string): string {
  return join(updatesFolder(dataDir), 'hand-over.json');
}

function confirmedFile(dataDir: string): string {
  return join(updatesFolder(dataDir), 'confirmed.json');
}

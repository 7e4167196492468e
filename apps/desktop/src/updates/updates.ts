import type { KeyObject } from 'node:crypto';
import { messageOf } from '@quorate/bot/error-text';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { t } from '@quorate/bot/words';
import type { UpdateManifest } from '@quorate/contract/desktop-update';
import type { Clock } from '@quorate/trading/loop/ports';
import { isoFromInstant } from '@quorate/values/instant';
import { createChanges } from '../changes.ts';
import { AT_WORK } from '../contract/runs.ts';
import type { UpdateState } from '../contract/update.ts';
import { LocalFault } from '../local-fault.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Account, DesktopDeps, Runs, Updates } from '../parts.ts';
import { DOWNLOAD_DEPS, type InstallerPart, isTheOne } from './download-installer.ts';
import { type Found, findUpdate } from './find-update.ts';
import { cameUp, handOver } from './hand-over.ts';
import { updateKeys } from './manifest.ts';
import { type UpdateRecords, updateRecordsIn } from './update-records.ts';
import {
  faultOfNode,
  faultOfVersion,
  removeVersion,
  type UpdatePrograms,
} from './version-files.ts';

export type UpdatesDeps = Pick<
  DesktopDeps,
  'clock' | 'timers' | 'sleep' | 'random' | 'fetch' | 'dataDir' | 'notify'
> &
  Readonly<{
    facts: Pick<ReleaseFacts, 'kind' | 'version' | 'updateKey'>;
    account: Pick<Account, 'service' | 'token' | 'onChange'>;
    runs: Pick<Runs, 'atWork' | 'state' | 'isOpeningPosition' | 'stopAll' | 'start'>;
    /** The folder with `current.ini`; null in a checkout. */
    installFolder: string | null;
    programs: UpdatePrograms;
    /** Whether a window is open. */
    hasWindow(): boolean;
    /** Ends the app in this process and leaves the bots at work. */
    letGo(): void;
    /** Has Windows' list of installed apps name the version that runs. */
    tellInstalledVersion(installFolder: string, version: string): Promise<void>;
  }>;

export type DesktopUpdates = Updates &
  Readonly<{
    /**
     * To be called once the server answers, before any bot is started: it ends the trial of a new version.
     *
     * @returns the configurations whose bots a switch had stopped
     */
    cameUp(): readonly string[];
  }>;

/** Looking begins once the app has settled. */
const FIRST_AFTER_MS = 10_000;
const TURN_EVERY_MS = 5_000;
const AT_FIRST: UpdateState = {
  kind: 'current',
  version: null,
  progress: null,
  message: null,
  checked_at: null,
};

/** The updates of an installed app: looked for, brought and put in by themselves. */
export function createUpdates(deps: UpdatesDeps): DesktopUpdates {
  const trust = trustOf(deps.facts, deps.installFolder);
  return typeof trust === 'string' ? noUpdates(trust) : liveUpdates({ ...deps, ...trust });
}

function noUpdates(message: string): DesktopUpdates {
  const state: UpdateState = { ...AT_FIRST, kind: 'off', message };
  return {
    state: () => state,
    check: async () => undefined,
    install: () => Promise.reject(noUpdate(message)),
    close: async () => undefined,
    onChange: () => () => undefined,
    cameUp: () => [],
  };
}

function liveUpdates(
  deps: UpdatesDeps & Exclude<ReturnType<typeof trustOf>, string>,
): DesktopUpdates {
  const { dataDir, clock, notify } = deps;
  const { version } = deps.facts;
  const { onChange, tell } = createChanges();
  const records = updateRecordsIn(dataDir, notify);
  const closing = new AbortController();
  const nap = (ms: number) => deps.sleep(ms, closing.signal);
  let state = AT_FIRST;
  let ready: ReadyUpdate | null = null;
  let readySince = clock.now();
  let isAsked = false;
  let phase: 'settled' | 'switching' | 'let go' = 'settled';
  let failures = 0;
  let looking: Promise<number> | null = null;

  const become = (part: Pick<UpdateState, 'kind'> & Partial<UpdateState>) => {
    state = { ...AT_FIRST, checked_at: records.read().checked_at, ...part };
    tell();
  };
  /** One thing at a time: nothing is looked for while a version goes in. */
  const inTurn = oneAtATime();
  const settle = (found: Found) => {
    const isUnknown = found.kind === 'stopped' || (found.kind === 'failed' && !found.answered);
    if (found.kind === 'ready') {
      if (ready?.manifest.sha512 !== found.manifest.sha512) readySince = clock.now();
      ready = found;
      // A version that is no longer offered does not go in either.
    } else if (!isUnknown) ready = null;
    become(statusAfter(found, ready, records.read().rolled_back));
    if ('message' in found) notify(found.message);
  };
  const lookOnce = async (): Promise<number> => {
    become({ kind: 'checking' });
    let found: Found;
    try {
      found = await findUpdate({
        ...deps,
        ...DOWNLOAD_DEPS,
        version,
        records,
        signal: closing.signal,
        onProgress: (which, progress) => become({ kind: 'downloading', version: which, progress }),
      });
      if (found.kind !== 'failed' && found.kind !== 'signed-out')
        records.change({ checked_at: isoFromInstant(clock.now()) });
      if (found.kind === 'ready') {
        const message = await prepareVersion(deps, found);
        if (message !== null) found = failed(found.manifest.version, message);
      }
    } catch (error) {
      found = failed(null, t`Updates could not be looked for: ${{ reason: messageOf(error) }}.`);
    }
    settle(found);
    failures = found.kind === 'failed' ? failures + 1 : 0;
    return waitAfter(found, failures, deps.random);
  };
  const look = (): Promise<number> => {
    looking ??= inTurn(lookOnce).finally(() => {
      looking = null;
    });
    return looking;
  };

  const mayGoIn = async ({ manifest }: ReadyUpdate) => {
    const message = await turnOf(deps, { isAsked, waitedMs: clock.now() - readySince });
    if (message !== null && (message !== state.message || state.kind !== 'waiting')) {
      become({ kind: 'waiting', version: manifest.version, message });
      notify(`Update to ${manifest.version}: ${message}`);
    }
    return message === null && !closing.signal.aborted;
  };
  const putIn = async () => {
    if (!ready || !(await mayGoIn(ready))) return;
    const { manifest } = ready;
    become({ kind: 'installing', version: manifest.version });
    try {
      const message = await prepareVersion(deps, ready);
      if (message !== null) throw new Error(message);
      // Comparing took a while.
      if (!(await mayGoIn(ready))) return;
      phase = 'switching';
      const letGo = () => {
        phase = 'let go';
        deps.letGo();
      };
      await handOver({ ...deps, version, records, letGo, quitting: closing.signal }, manifest);
    } catch (error) {
      // It is not tried again before it is looked for again: each attempt may stop the bots for a moment.
      isAsked = false;
      phase = 'settled';
      settle(
        failed(
          manifest.version,
          t`Version ${{ version: manifest.version }} did not go in: ${{ reason: messageOf(error) }}`,
        ),
      );
    }
  };

  const keepLooking = async () => {
    await nap(FIRST_AFTER_MS);
    while (!closing.signal.aborted) await nap(await look());
  };
  const keepPuttingIn = async () => {
    while (!closing.signal.aborted) {
      if (ready) await inTurn(putIn);
      await nap(TURN_EVERY_MS);
    }
  };
  let hadToken = deps.account.token() !== null;
  const unhear = deps.account.onChange(() => {
    const hasToken = deps.account.token() !== null;
    if (hasToken && !hadToken) void look();
    hadToken = hasToken;
  });
  become(statusAtRest(records.read().rolled_back));
  void keepLooking();
  void keepPuttingIn();

  return {
    state: () => state,
    check: async () => void (await look()),
    async install() {
      if (!ready) throw noUpdate(t`No newer version is downloaded and verified.`);
      isAsked = true;
      void inTurn(putIn);
    },
    async close() {
      unhear();
      closing.abort();
      // Once it has let go, this process is only there to watch the other version come up.
      if (phase === 'switching') await inTurn(async () => {});
    },
    onChange,
    cameUp() {
      const resume = cameUp({ ...deps, version, records });
      become(statusAtRest(records.read().rolled_back));
      deps.tellInstalledVersion(deps.installFolder, version).catch((error: unknown) => {
        notify(`Windows' list of installed apps names another version: ${messageOf(error)}.`);
      });
      return resume;
    },
  };
}

function failed(version: string | null, message: string): Found {
  return { kind: 'failed', version, message, retryAfterMs: null, answered: true };
}

function noUpdate(why: string): LocalFault {
  return new LocalFault('conflict', why, { code: 'no_update' });
}

type Status = Pick<UpdateState, 'kind'> & Partial<UpdateState>;

/** What the interface shows once updates have been looked for. */
function statusAfter(
  found: Found,
  ready: ReadyUpdate | null,
  rolledBack: UpdateRecords['rolled_back'],
): Status {
  if (ready) return { kind: 'waiting', version: ready.manifest.version };
  switch (found.kind) {
    case 'refused':
    case 'failed':
      return { kind: found.kind, version: found.version, message: found.message };
    case 'bad':
      return { kind: 'rolled-back', version: found.version, message: found.message };
    case 'signed-out':
      return { kind: 'current', message: t`Sign in: updates come from the service.` };
    default:
      return statusAtRest(rolledBack);
  }
}

/** What it shows while nobody knows of anything newer. */
function statusAtRest(rolledBack: UpdateRecords['rolled_back']): Status {
  return rolledBack ? { kind: 'rolled-back', ...rolledBack } : { kind: 'current' };
}

/** The keys that updates are believed by, or why this copy takes none. */
function trustOf(
  facts: Pick<ReleaseFacts, 'kind' | 'updateKey'>,
  installFolder: string | null,
): Readonly<{ installFolder: string; keys: readonly KeyObject[] }> | string {
  if (facts.kind === 'checkout' || installFolder === null)
    return t`This copy runs from its sources and does not update itself.`;
  const byHand = t`Download new versions from the site.`;
  if (facts.updateKey === null)
    return t`This release takes no updates automatically: it was built without an update key. ${{ byHand }}`;
  try {
    return { installFolder, keys: updateKeys(facts.updateKey) };
  } catch {
    return t`This release takes no updates automatically: its update key is damaged. ${{ byHand }}`;
  }
}

const EVERY_MS = 6 * 3_600_000;
const JITTER_MS = 3_600_000;
const FIRST_RETRY_MS = 60_000;

/**
 * How long until updates are looked for again: six to seven hours, so that computers do not come in one
 * moment; after a failure a minute doubling up to that, of which a random half is taken off. The
 * service may ask for more, six hours at most.
 *
 * @param failures on end, this one included
 * @param random 0 to 1
 */
export function waitAfter(found: Found, failures: number, random: () => number): number {
  if (found.kind !== 'failed') return EVERY_MS + Math.round(random() * JITTER_MS);
  const full = Math.min(EVERY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1));
  const asked = Math.min(EVERY_MS, found.retryAfterMs ?? 0);
  return Math.max(Math.round(full * (1 - random() / 2)), asked);
}

/** A newer version whose installer is there. */
type ReadyUpdate = Readonly<{ manifest: UpdateManifest; part: InstallerPart; installer: string }>;

type PrepareDeps = Readonly<{
  installFolder: string;
  programs: Pick<UpdatePrograms, 'extract'>;
  notify(line: string): void;
}>;

/**
 * Puts a version beside the others and compares every file of it. Nothing that runs is touched.
 *
 * @returns why it is not ready to be switched to; null when it is
 */
async function prepareVersion(
  { installFolder, programs, notify }: PrepareDeps,
  { manifest, part, installer }: ReadyUpdate,
): Promise<string | null> {
  const { version } = manifest;
  const step = (what: string) => notify(`Update to ${version}: ${what}.`);
  if ((await faultOfVersion(installFolder, version)) === null) return null;
  // Once more, right before it is run: it has lain there since it was verified.
  if (!(await isTheOne(installer, part)))
    return t`The installer of ${{ version }} was changed after it was verified, and is not run.`;
  if (!removeVersion(installFolder, version))
    return t`What an earlier attempt has left of ${{ version }} is in use and cannot be removed.`;
  const node = manifest.without_node?.node;
  // An installer leaves the one that is there as it is, for it may be the one that runs.
  if (node !== undefined && (await faultOfNode(installFolder, node)) !== null)
    if (!removeVersion(installFolder, node))
      return t`The Node of ${{ version }} (${{ node }}) is damaged, and in use. Quit the app and install ${{ version }} from the site.`;
  step('extraction begun');
  const fault = await programs.extract(installer, installFolder);
  if (fault !== null) return t`Version ${{ version }} could not be unpacked: ${{ fault }}.`;
  step('extracted');
  const wrong = await faultOfVersion(installFolder, version);
  if (wrong !== null) {
    removeVersion(installFolder, version);
    return t`Version ${{ version }} was unpacked and is not whole: ${{ wrong }}. It may be that an antivirus program took it away.`;
  }
  step('files compared');
  return null;
}

type TurnDeps = Readonly<{
  clock: Clock;
  runs: Pick<Runs, 'atWork' | 'state' | 'isOpeningPosition'>;
  hasWindow(): boolean;
}>;

/** Why a version does not go in yet; null when it may. */
type Turn = string | null;

const DECISION_WITHIN_MS = 60_000;
/** Where bars are so short that a decision is always near, a smaller gap has to do after a while. */
const PATIENCE_MS = 3_600_000;
const IMPATIENT_WITHIN_MS = 15_000;
/** A bar that closed so long ago is still being decided on. */
const DECIDING_MS = 10_000;

/**
 * Whether a version may go in at this moment. While a position is being opened it never does, whoever asks.
 *
 * @param isAsked whether the person has pressed for it
 * @param waitedMs how long it has been ready
 */
async function turnOf(
  deps: TurnDeps,
  { isAsked, waitedMs }: Readonly<{ isAsked: boolean; waitedMs: number }>,
): Promise<Turn> {
  const opening = await whyOpening(deps);
  if (opening !== null) return opening;
  if (isAsked) return null;
  if (deps.hasWindow())
    return t`It goes in automatically once this window is closed and no decision is near, or now when you say so.`;
  const withinMs = waitedMs < PATIENCE_MS ? DECISION_WITHIN_MS : IMPATIENT_WITHIN_MS;
  try {
    return isDecisionNear(deps, withinMs) ? t`It goes in once no decision is near.` : null;
  } catch (error) {
    return t`Whether a decision is near cannot be told (${{ reason: messageOf(error) }}). It goes in once it can, or now when you say so.`;
  }
}

/** What nobody can tell counts as yes. */
async function whyOpening({ runs }: TurnDeps): Promise<string | null> {
  try {
    const isOpening = await runs.isOpeningPosition();
    if (!isOpening) return null;
    return t`A position is being opened. It goes in as soon as the broker has answered.`;
  } catch (error) {
    return t`Whether a position is being opened cannot be told (${{ reason: messageOf(error) }}). It goes in once it can.`;
  }
}

function isDecisionNear({ clock, runs }: TurnDeps, withinMs: number): boolean {
  const now = clock.now();
  return runs.atWork().some((name) => {
    const { phase, next_bar_at } = runs.state(name);
    if (AT_WORK.has(phase) && phase !== 'running' && phase !== 'waiting') return true;
    if (next_bar_at === null) return false;
    const leftMs = Date.parse(next_bar_at) - now;
    return leftMs > -DECIDING_MS && leftMs < withinMs;
  });
}

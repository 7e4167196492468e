import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_ITEMS, type CheckName } from '@quorate/bot/doctor/finding';
import { messageOf } from '@quorate/bot/error-text';
import { readJsonFile, writeJsonFile } from '@quorate/bot/json-file';
import {
  compileState,
  type ExpertSource,
  sourcesHash,
} from '@quorate/bot/mt5/install/deploy-expert';
import { pickTerminal } from '@quorate/bot/mt5/install/find-terminals';
import { bridgeFileIn } from '@quorate/bot/mt5/install/share-token';
import { removeForgottenStartFiles } from '@quorate/bot/mt5/install/start-terminal';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { Timers } from '@quorate/bot/timers';
import { t } from '@quorate/bot/words';
import type { Checklist } from '@quorate/contract/checklist';
import { isoTime } from '@quorate/contract/fields';
import type { Clock } from '@quorate/trading/loop/ports';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { isoFromInstant } from '@quorate/values/instant';
import { z } from 'zod';
import { createChanges } from '../changes.ts';
import { type SetupCheck, type SetupItem, setupCheck } from '../contract/setup.ts';
import { loadOrNull, refuseAbsent } from '../local-fault.ts';
import type { Account, Configurations, DesktopDeps, Runs, Setup } from '../parts.ts';
import { type CarriedOut, carryOut, type Work, type WorkDeps } from './carry-out.ts';
import { createChecklistReport } from './report-checklist.ts';
import { createSteps, type Steps, startTerminalAgain } from './set-up-terminal.ts';
import { setupView, untouchedItems } from './setup-items.ts';

export type SetupDeps = DesktopDeps &
  Readonly<{
    expertSources(): readonly ExpertSource[];
    account: Pick<Account, 'service' | 'token' | 'onChange'>;
    configurations: Pick<Configurations, 'names' | 'load' | 'onChange'>;
    runs: Pick<Runs, 'atWork' | 'onChange'>;
    /** How long the terminal is waited for, in place of the usual times. */
    terminalWaitMs?: number;
  }>;

/** The setup checks of all configurations, each by itself and in the background. */
export function createSetup(deps: SetupDeps): Setup {
  const { clock, timers, configurations, notify } = deps;
  const { onChange, tell } = createChanges();
  const files = setupFiles(deps.dataDir, notify);
  const places = setupPlaces(deps);
  const standing = setupStanding(clock, places);
  const report = createChecklistReport(deps);
  const works = new Map<string, Work>();
  /** Of what was done last, for whoever looks later. */
  const lastSteps = new Map<string, Steps>();
  /** Why the last one came to no end. */
  const broken = new Map<string, string>();
  /** Start files that are still there, and how their lives end. */
  const readings = new Set<Promise<void>>();
  const closing = new AbortController();

  const workDeps: WorkDeps = {
    ...deps,
    tell,
    closing: closing.signal,
    load: configurations.load,
    knownOf: (profile) => symbolsOf(files.read(profile.configuration_name), profile),
    reading(removed) {
      const quiet = removed.catch(() => {}).finally(() => void readings.delete(quiet));
      readings.add(quiet);
    },
  };
  const profileOf = (name: string) => loadOrNull(configurations, name);

  function begin(kind: Work['kind'], name: string): void {
    refuseAbsent(configurations.names(), name);
    const key = keyOf(name);
    const before = works.get(key);
    if (closing.signal.aborted || (before && (kind === 'check' || before.kind === 'set-up')))
      return;
    before?.over.abort();
    const work: Work = {
      kind,
      name,
      over: new AbortController(),
      steps: createSteps(tell),
      findings: [],
      until: null,
      done: Promise.resolve(),
    };
    works.set(key, work);
    broken.delete(key);
    lastSteps.set(key, work.steps);
    const begun = before?.done ?? Promise.resolve();
    work.done = begun
      .then(() => carryOut(workDeps, work))
      .then((done) => {
        if (done) keep(work, done);
      })
      .catch((error: unknown) => {
        const why = messageOf(error);
        broken.set(key, t`The check broke off: ${{ why }}`);
        notify(`The setup check of ${name} broke off: ${why}`);
      })
      .finally(() => {
        work.steps.end();
        if (works.get(key) === work) works.delete(key);
        tell();
      });
    tell();
  }

  function keep(work: Work, { looked, known }: CarriedOut): void {
    const { name, findings } = work;
    // Removed in the meantime: a new one of that name has not been looked at.
    if (!isThere(name)) return;
    const before = files.read(name);
    places.forget();
    const record: SetupRecord = {
      configuration_name: looked?.configuration_name ?? name,
      configuration_hash: looked && profileHash(looked),
      place_hash: looked && places.hashOf(looked),
      checked_at: isoFromInstant(clock.now()),
      findings: [...findings],
      broker_server: looked?.broker_server ?? null,
      symbols: { ...(looked ? symbolsOf(before, looked) : {}), ...known },
      reported_at: null,
    };
    files.write(record);
    tellWebsite(record);
  }

  function tellWebsite(record: SetupRecord): void {
    const name = record.configuration_name;
    report.send(keyOf(name), greenIn(itemsOf(record)), () => {
      const now = files.read(name);
      if (now?.checked_at === record.checked_at)
        files.write({ ...now, reported_at: isoFromInstant(clock.now()) });
      tell();
    });
  }

  function forgetRemoved(): void {
    const names = configurations.names();
    for (const key of works.keys()) {
      if (!names.some((name) => keyOf(name) === key)) works.get(key)?.over.abort();
    }
    report.keepOnly(names.map(keyOf));
    for (const name of names) forgetChanged(name);
    files.keepOnly(names);
  }

  /** What was found of it as it was, or for whoever it belonged to, the website is not told any more. */
  function forgetChanged(name: string): void {
    const record = files.read(name);
    if (record && !standing.isSameConfiguration(record, profileOf(name)))
      report.forget(keyOf(name));
  }

  function isThere(name: string): boolean {
    return configurations.names().some((each) => keyOf(each) === keyOf(name));
  }

  removeForgottenStartFiles(clock.now());
  const unhear = configurations.onChange(forgetRemoved);
  forgetRemoved();
  for (const name of configurations.names()) {
    const record = files.read(name);
    if (record?.reported_at === null && standing.isSameConfiguration(record, profileOf(name)))
      tellWebsite(record);
  }
  return {
    onChange,
    summary(name) {
      const record = files.read(name);
      if (record === null) return { green: 0, checked_at: null };
      const isOver = broken.has(keyOf(name)) || standing.changed(record, profileOf(name)) !== null;
      const green = isOver ? 0 : greenCount(itemsOf(record));
      return { green, checked_at: record.checked_at };
    },
    check(name): SetupCheck {
      refuseAbsent(configurations.names(), name);
      const work = works.get(keyOf(name));
      const record = files.read(name);
      return {
        running: work !== undefined,
        ...shownNow(work, record, name),
        checked_at: record?.checked_at ?? null,
        reported_at: record?.reported_at ?? null,
        steps: [...(lastSteps.get(keyOf(name))?.list() ?? [])],
      };
    },
    passed(profile) {
      const record = files.read(profile.configuration_name);
      const isBroken = broken.has(keyOf(profile.configuration_name));
      return record !== null && !isBroken && standing.hasPassed(record, profile);
    },
    start: (name) => begin('check', name),
    setUpTerminal: (name) => begin('set-up', name),
    async startTerminalAgain(name) {
      const profile = configurations.load(name);
      await startTerminalAgain(deps, profile, workDeps.knownOf(profile), closing.signal);
    },
    async close() {
      unhear();
      closing.abort();
      for (const { over } of works.values()) over.abort();
      await Promise.all([...[...works.values()].map(({ done }) => done), ...readings]);
      await report.close();
    },
  };

  function shownNow(
    work: Work | undefined,
    record: SetupRecord | null,
    name: string,
  ): Pick<SetupCheck, 'items' | 'findings'> {
    const found = work?.findings ?? record?.findings ?? [];
    if (work && work.until !== null) {
      const leftS = Math.max(0, Math.ceil((work.until - timers.now()) / 1_000));
      const text = t`Waiting for the terminal to dial in, for another ${{ leftS }} s at most.`;
      return setupView(found, text);
    }
    const view = setupView(found, null);
    const untouched = (status: 'waiting' | 'unknown', text: string) => ({
      ...view,
      items: untouchedItems(status, text),
    });
    if (work) return untouched('waiting', t`The terminal is set up first.`);
    const why = broken.get(keyOf(name));
    if (why !== undefined) return untouched('unknown', why);
    if (record === null) return untouched('unknown', t`Not checked yet.`);
    const changed = standing.changed(record, profileOf(name));
    if (changed === null) return view;
    return untouched('unknown', t`${{ changed }} was changed since the last check.`);
  }
}

function symbolsOf(record: SetupRecord | null, { broker_server }: Profile) {
  return record?.broker_server === broker_server ? record.symbols : {};
}

function greenIn(items: readonly SetupItem[]): Checklist {
  return Object.fromEntries(
    items.filter(({ status }) => status === 'green').map(({ id }) => [id, true]),
  );
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

/** A terminal can be signed in to another account the moment after it was looked at: real money wants a fresh look. */
const PASSED_FOR_MS = 24 * 3_600_000;

/** What a record is worth now. */
function setupStanding(clock: Clock, places: ReturnType<typeof setupPlaces>) {
  /** @param profile null where its file cannot be used */
  const isSameConfiguration = (record: SetupRecord, profile: Profile | null) =>
    record.configuration_hash === (profile && profileHash(profile));
  return {
    isSameConfiguration,
    /** What has changed since; null where nothing has, as of a moment ago. */
    changed(record: SetupRecord, profile: Profile | null): string | null {
      if (!isSameConfiguration(record, profile)) return t`The configuration`;
      if (profile === null || record.place_hash === places.recentHashOf(profile)) return null;
      return t`The terminal, or what the app has put into it,`;
    },
    /** Whether all items were green, not long ago, and nothing has changed since. */
    hasPassed: (record: SetupRecord, profile: Profile): boolean =>
      isSameConfiguration(record, profile) &&
      record.place_hash !== null &&
      record.place_hash === places.hashOf(profile) &&
      isFresh(record, clock.now()) &&
      itemsOf(record).every(({ status }) => status === 'green'),
  };
}

/** What is kept are findings: items of an earlier version cannot stand beside them. */
function itemsOf({ findings }: SetupRecord): readonly SetupItem[] {
  return setupView(findings, null).items;
}

function greenCount(items: readonly SetupItem[]): number {
  return items.filter(({ status }) => status === 'green').length;
}

/** A clock that was set back makes no check fresher. */
function isFresh({ checked_at: at }: SetupRecord, now: number): boolean {
  const age = now - Date.parse(at);
  return age >= 0 && age <= PASSED_FOR_MS;
}

type PlaceDeps = Pick<DesktopDeps, 'roots'> &
  Readonly<{ expertSources(): readonly ExpertSource[]; timers: Pick<Timers, 'now'> }>;

type Named = Pick<Profile, 'terminal_path'>;

/** The state of the app is told up to four times a second, for each configuration. */
const RECENT_MS = 2_000;

/**
 * What the setup of a configuration stands on outside of its settings, as a name for the terminal exactly as it is:
 * where it is, the expert in it, and with which bot it shares a token. Null where it cannot be looked at.
 */
function setupPlaces({ roots, expertSources, timers }: PlaceDeps) {
  const recent = new Map<string, Readonly<{ hash: string | null; at: number }>>();
  const hashOf = (profile: Named) => {
    const hash = hashOrNull(profile);
    recent.set(profile.terminal_path ?? '', { hash, at: timers.now() });
    return hash;
  };
  return {
    hashOf,
    /** The same as of a moment ago, for who asks again and again. */
    recentHashOf(profile: Named): string | null {
      const kept = recent.get(profile.terminal_path ?? '');
      return kept && timers.now() - kept.at < RECENT_MS ? kept.hash : hashOf(profile);
    },
    /** Something was done to a terminal. */
    forget: () => recent.clear(),
  };

  function hashOrNull(profile: Named): string | null {
    try {
      return hashOfText(canonicalJson(placeOf(profile)));
    } catch {
      // Without the resources of the program nothing is as it was.
      return null;
    }
  }

  function placeOf(profile: Named): Record<string, string | null> {
    const choice = pickTerminal(profile, roots);
    if (choice.kind !== 'found') return { terminal: choice.kind };
    const { installFolder, dataFolder } = choice.terminal;
    const sources = expertSources();
    return {
      terminal: installFolder,
      data: dataFolder,
      sources: sourcesHash(sources),
      expert: compileState(dataFolder, sources),
      bridge: bridgeHash(dataFolder),
    };
  }
}

function bridgeHash(dataFolder: string): string | null {
  try {
    return hashOfText(readFileSync(bridgeFileIn(dataFolder), 'utf8'));
  } catch {
    return null;
  }
}

function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const finding = z.object({
  ...setupCheck.shape.findings.element.shape,
  check: z.enum(Object.keys(CHECK_ITEMS) as CheckName[]),
});

const record = z.object({
  format: z.literal(1),
  configuration_name: z.string(),
  /** Of the configuration as it was looked at; null where its file could not be used. */
  configuration_hash: z.string().nullable(),
  /** Of its terminal as it was then; null where it could not be looked at. */
  place_hash: z.string().nullable().default(null),
  checked_at: isoTime,
  /** As the doctor made them. */
  findings: z.array(finding),
  /** What the broker of this server calls the pairs, by the person's name of them. */
  broker_server: z.string().nullable(),
  symbols: z.record(z.string(), z.string()),
  /** When the website's checklist was told of these items. */
  reported_at: isoTime.nullable(),
});
/** What was found when a configuration was looked at last. */
type SetupRecord = Omit<z.output<typeof record>, 'format'>;

/** A name for a configuration exactly as it is. */
function profileHash(profile: Profile): string {
  return createHash('sha256').update(canonicalJson(profile)).digest('hex');
}

/** What is known of each configuration's setup, one file for each. */
function setupFiles(dataDir: string, notify: (line: string) => void) {
  const folder = join(dataDir, 'setup');
  const known = new Map<string, SetupRecord | null>();
  const keyOf = (name: string) => name.toLowerCase();
  const fileOf = (name: string) => join(folder, `${keyOf(name)}.json`);
  return {
    /** null: never looked at, or damaged. */
    read(name: string): SetupRecord | null {
      const kept = known.get(keyOf(name));
      if (kept !== undefined) return kept;
      const found = readRecord(fileOf(name), notify);
      known.set(keyOf(name), found);
      return found;
    },
    /** A full disk costs what was found, not the app. */
    write(found: SetupRecord): void {
      const name = found.configuration_name;
      known.set(keyOf(name), found);
      try {
        writeJsonFile(fileOf(name), { format: 1, ...found });
      } catch (error) {
        notify(`What was found of ${name} cannot be kept: ${messageOf(error)}`);
      }
    },
    /** Forgets configurations that are no longer there. */
    keepOnly(names: readonly string[]): void {
      const wanted = new Set(names.map((name) => `${keyOf(name)}.json`));
      for (const file of filesIn(folder).filter((each) => !wanted.has(each))) {
        known.delete(file.slice(0, -'.json'.length));
        try {
          rmSync(join(folder, file), { force: true });
        } catch (error) {
          notify(`${file} cannot be removed: ${messageOf(error)}`);
        }
      }
    },
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
}

function readRecord(file: string, notify: (line: string) => void): SetupRecord | null {
  const read = readJsonFile(file, record, () =>
    notify(`${file} is damaged and counts as absent; check the setup again.`),
  );
  if (read === null) return null;
  const { format: _, ...found } = read;
  return found;
}

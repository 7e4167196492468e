import type { TestContext } from 'node:test';
import { instant } from '@quorate/values/instant';
import type { RunState } from '../../contract/runs.ts';
import { writeConfirmed } from '../hand-over.ts';
import { createUpdates, type DesktopUpdates, type UpdatesDeps } from '../updates.ts';
import type { StartedVersion } from '../version-files.ts';
import { installerOf, installStage, unpack } from './install-stage.ts';
import { signedUpdateOf, updateKeyPair, updateService } from './update-service.ts';

export const NOW = Date.UTC(2026, 10, 22, 7);
const USER = { id: '0197a0c0-0000-7000-8000-000000000001', username: 'mira' };

/** How a version that is started behaves. */
type Behaviour = (version: string, args: readonly string[]) => StartedVersion;

/** Everything an update touches, with bots and programs that are told what to do. */
export async function updateStage(t: TestContext, change: Partial<UpdatesDeps> = {}) {
  const opened: DesktopUpdates[] = [];
  // Before the folders go: what is registered first runs first.
  t.after(async () => {
    for (const updates of opened) await updates.close();
  });
  const install = await installStage(t);
  const { privateKey, updateKey } = updateKeyPair();
  const installer = installerOf('1.3.0');
  const service = await updateService(t, installer, signedUpdateOf(privateKey, installer));
  const world = {
    lines: [] as string[],
    unpacked: [] as string[],
    started: [] as { version: string; args: readonly string[] }[],
    bots: new Map<string, Partial<RunState>>(),
    botCalls: [] as string[],
    isOpening: (): boolean | Error => false,
    hasWindow: false,
    now: NOW,
    token: 'device-token' as string | null,
    letGo: 0,
    /** What Windows' list of installed apps names, or what it answers with instead. */
    listed: '1.2.3' as string | Error,
    naps: [] as { ms: number; wake(): void }[],
    behave: comesUp as Behaviour,
  };
  function comesUp(version: string): StartedVersion {
    writeConfirmed(install.dataDir, version);
    return hangs();
  }
  const accountHearers = new Set<() => void>();
  const deps: UpdatesDeps = {
    clock: { now: () => instant(world.now) },
    timers: { now: () => instant(world.now), after: () => () => undefined },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        // Looking at whether a version has come up is quick; everything else waits until a test wakes it.
        if (ms <= 100) setImmediate(resolve);
        else world.naps.push({ ms, wake: resolve });
      }),
    random: () => 0,
    fetch,
    dataDir: install.dataDir,
    notify: (line) => void world.lines.push(line),
    facts: { kind: 'installed', version: '1.2.3', updateKey },
    account: {
      service: () => service.address,
      // The user is only passed on.
      token: () => (world.token === null ? null : { user: USER as never, token: world.token }),
      onChange(hear) {
        accountHearers.add(hear);
        return () => void accountHearers.delete(hear);
      },
    },
    runs: {
      atWork: () => [...world.bots.keys()],
      state: (name) =>
        ({ phase: 'running', next_bar_at: null, ...world.bots.get(name) }) as RunState,
      async isOpeningPosition() {
        const is = world.isOpening();
        if (is instanceof Error) throw is;
        return is;
      },
      async stopAll() {
        world.botCalls.push('stop all');
        const names = [...world.bots.keys()];
        world.bots.clear();
        return names;
      },
      async start(name) {
        world.botCalls.push(`start ${name}`);
        world.bots.set(name, {});
      },
    },
    installFolder: install.installFolder,
    programs: {
      async extract(file, folder) {
        world.unpacked.push(file);
        return unpack(file, folder);
      },
      start(_folder, version, args) {
        world.started.push({ version, args });
        return world.behave(version, args);
      },
    },
    hasWindow: () => world.hasWindow,
    letGo: () => void world.letGo++,
    async tellInstalledVersion(_folder, version) {
      if (world.listed instanceof Error) throw world.listed;
      world.listed = version;
    },
    ...change,
  };
  const open = (more: Partial<UpdatesDeps> = {}): DesktopUpdates => {
    const updates = createUpdates({ ...deps, ...more });
    opened.push(updates);
    return updates;
  };
  return {
    ...install,
    world,
    deps,
    service,
    privateKey,
    installer,
    open,
    signIn: (token: string) => {
      world.token = token;
      for (const hear of accountHearers) hear();
    },
    /** Offers another installer, or says other things of this one. */
    offer: (change: Parameters<typeof signedUpdateOf>[2] = {}, content = installer) => {
      service.installer = content;
      service.update = signedUpdateOf(privateKey, content, change);
    },
  };
}

/** Until something holds that others bring about. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 5_000) throw new Error(`it did not come to hold: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Runs on and says nothing until it is killed. */
export function hangs(): StartedVersion {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { ended: promise, kill: () => resolve('it was killed') };
}

export function crashes(): StartedVersion {
  return { ended: Promise.resolve('it ended with code 1'), kill: () => undefined };
}

import { dirname, join, resolve } from 'node:path';
import { usualDataFolder } from '@quorate/bot/data-folder';
import { readExpertSources } from '@quorate/bot/mt5/install/expert-sources';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { createAccount } from './account/create-account.ts';
import { registerAccount } from './account/register-account.ts';
import type { HostForParts, Parts } from './app.ts';
import { type Autostart, NO_AUTOSTART, openAutostart } from './autostart/autostart.ts';
import { tellInstalledVersion } from './autostart/installed-entry.ts';
import { systemRegistry } from './autostart/registry.ts';
import { createChanges } from './changes.ts';
import { createConfigurations } from './configurations/create-configurations.ts';
import { registerConfigurations } from './configurations/register-configurations.ts';
import { createJournal } from './journal/create-journal.ts';
import { registerJournal } from './journal/register-journal.ts';
import type { DesktopDeps } from './parts.ts';
import { createRealMoney } from './real-money/create-real-money.ts';
import { registerRealMoney } from './real-money/register-real-money.ts';
import { createRuns, type KeptRuns } from './runs/create-runs.ts';
import { registerRuns } from './runs/register-runs.ts';
import { createSetup } from './setup/create-setup.ts';
import { registerSetup } from './setup/register-setup.ts';
import { createTerminals } from './terminals/create-terminals.ts';
import { registerTerminals } from './terminals/register-terminals.ts';
import { createUpdates } from './updates/updates.ts';
import { registerUpdates } from './updates/updates-routes.ts';
import { SYSTEM_UPDATE_PROGRAMS } from './updates/version-programs.ts';

/** The program that starts whichever version is current. */
const LAUNCHER = 'Quorate.exe';

/** Every part of the app, each with the others that it needs. */
export async function openParts(
  deps: DesktopDeps,
  facts: ReleaseFacts,
  host: HostForParts,
): Promise<Parts> {
  // Two folders up from `versions/1.2.3/quorate-app.exe`.
  const installFolder =
    facts.kind === 'installed' ? resolve(dirname(process.execPath), '..', '..') : null;
  // The parts below refuse changes while a bot is at work, and the bots need the parts.
  const bots = createChanges();
  let runs: KeptRuns | null = null;
  const botsAtWork = () => runs?.atWork() ?? [];

  const account = createAccount({ ...deps, service: facts.service, botsAtWork });
  const terminals = createTerminals(deps);
  const configurations = createConfigurations({ ...deps, account, terminals, botsAtWork });
  const journal = createJournal(deps, { configurations });
  const setup = createSetup({
    ...deps,
    expertSources: () => readExpertSources(),
    account,
    configurations,
    runs: { atWork: botsAtWork, onChange: bots.onChange },
  });
  const realMoney = createRealMoney({ ...deps, account, configurations, setup, botsAtWork });
  runs = createRuns(deps, { configurations, account, realMoney });
  runs.onChange(bots.tell);
  const kept = runs;
  const updates = createUpdates({
    ...deps,
    facts,
    account,
    // What an update has stopped goes on, whatever the plan has become; what keeps it from that is shown.
    runs: { ...kept, start: kept.goOn },
    installFolder,
    programs: SYSTEM_UPDATE_PROGRAMS,
    hasWindow: host.hasWindow,
    letGo: host.end,
    tellInstalledVersion: async (folder, version) => {
      if (deps.platform === 'win32')
        await tellInstalledVersion(systemRegistry(deps.env), folder, version);
    },
  });
  return {
    account,
    configurations,
    runs: kept,
    setup,
    updates,
    autostart: await autostartOf(deps, facts.kind, installFolder),
    register(route) {
      registerAccount(route, account);
      registerTerminals(route, terminals);
      registerConfigurations(route, configurations);
      registerRealMoney(route, realMoney);
      registerRuns(route, kept);
      registerJournal(route, journal);
      registerSetup(route, setup);
      registerUpdates(route, updates);
    },
  };
}

async function autostartOf(
  { platform, env, dataDir }: DesktopDeps,
  kind: ReleaseFacts['kind'],
  installFolder: string | null,
): Promise<Autostart> {
  if (platform !== 'win32' || installFolder === null) return NO_AUTOSTART;
  const ownFolder = dataDir === usualDataFolder(kind, env) ? null : dataDir;
  return openAutostart(systemRegistry(env), join(installFolder, LAUNCHER), ownFolder);
}

import { messageOf, stackOf } from '@quorate/bot/error-text';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import { chosenFiles } from '@quorate/bot/vault/vault';
import { isoFromInstant } from '@quorate/values/instant';
import type { KeepAwake } from '../appearance/kept-awake.ts';
import type { Reboot } from '../autostart/after-reboot.ts';
import type { Autostart } from '../autostart/autostart.ts';
import type { AppState, ConfigurationSummary } from '../contract/app-state.ts';
import { NOTHING_KNOWN, type RunState } from '../contract/runs.ts';
import type { DesktopLogKey } from '../log-key/create-log-key.ts';
import type { Account, Configurations, DesktopDeps, Runs, Setup, Updates } from '../parts.ts';

/** Everything that the state is composed of. */
export type StateParts = Readonly<{
  account: Account;
  configurations: Pick<Configurations, 'names' | 'mayAdd' | 'load'>;
  runs: Pick<Runs, 'state'>;
  setup: Pick<Setup, 'summary'>;
  updates: Pick<Updates, 'state'>;
  autostart: Autostart;
  keepAwake: KeepAwake;
  reboot: Pick<Reboot, 'state'>;
  logKey: Pick<DesktopLogKey, 'changed'>;
}>;

type Deps = Pick<DesktopDeps, 'clock' | 'platform' | 'dataDir' | 'vault' | 'notify'> &
  Readonly<{
    facts: ReleaseFacts;
    /** What went wrong last that no part had caught. */
    trouble: string | null;
  }>;

/** The state of the app from what each part says now. A part that fails spoils no more than its own lines. */
export function composeState(deps: Deps, parts: StateParts): AppState {
  const { facts, platform, dataDir, vault } = deps;
  const { account, configurations, updates, autostart } = parts;
  const { place, why } = vault.describe();
  return {
    app: {
      brand: facts.brand,
      version: facts.version,
      service: account.service(),
      service_fixed: facts.service.fixed,
      platform,
      data_folder: dataDir,
      vault: { place, why, is_chosen: why === chosenFiles() },
      autostart: autostart.enabled(),
      after_reboot: parts.reboot.state(),
      keep_awake: parts.keepAwake.enabled(),
      update: updates.state(),
      trouble: deps.trouble,
      log_key_changed: parts.logKey.changed(),
    },
    account: account.current(),
    signed_out_because: account.signedOutBecause(),
    configurations: configurations.names().map((name) => summaryOf(deps, parts, name)),
    add_configuration: configurations.mayAdd(),
  };
}

function summaryOf(deps: Deps, parts: StateParts, name: string): ConfigurationSummary {
  const described = describe(parts.configurations, name);
  try {
    return { ...described, run: parts.runs.state(name), setup: parts.setup.summary(name) };
  } catch (error) {
    deps.notify(`The state of ${name} cannot be told: ${stackOf(error)}`);
    const run = unknownRun(isoFromInstant(deps.clock.now()), messageOf(error));
    return { ...described, run, setup: { green: 0, checked_at: null } };
  }
}

/** A configuration as lists show it; one whose file cannot be used says why. */
function describe(
  { load }: StateParts['configurations'],
  name: string,
): Omit<ConfigurationSummary, 'run' | 'setup'> {
  try {
    const { configuration_name, account_number, broker_server, account_type, ...rest } = load(name);
    return {
      configuration_name,
      account_number,
      broker_server,
      account_type,
      currency_pairs: rest.risk.currency_pairs,
      timeframe: rest.timeframe,
      problem: null,
    };
  } catch (error) {
    return {
      configuration_name: name,
      account_number: '',
      broker_server: '',
      account_type: 'demo',
      currency_pairs: [],
      timeframe: '',
      problem: messageOf(error),
    };
  }
}

function unknownRun(since: string, message: string): RunState {
  return {
    phase: 'failed',
    message,
    since,
    ...NOTHING_KNOWN,
  };
}

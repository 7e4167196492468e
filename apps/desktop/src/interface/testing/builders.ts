import { exitProfile, riskProfile } from '@quorate/bot/profiles/profile';
import { verdictProfile } from '@quorate/bot/profiles/verdict-settings';
import type { z } from 'zod';
import type { AppState, ConfigurationSummary, SignedIn } from '../../contract/app-state.ts';
import type { Configuration } from '../../contract/configurations.ts';
import { NOTHING_KNOWN, type RunState } from '../../contract/runs.ts';
import type { UpdateState } from '../../contract/update.ts';

type Plan = NonNullable<SignedIn['plan']>;
type App = z.output<typeof import('../../contract/app-state.ts').appState>['app'];

export function buildRun(changes: Partial<RunState> = {}): RunState {
  return {
    phase: 'stopped',
    message: null,
    since: '2026-11-22T08:00:00Z',
    ...NOTHING_KNOWN,
    ...changes,
  };
}

/** A bot at work on an account of 10,000 USD. */
export function buildRunning(changes: Partial<RunState> = {}): RunState {
  return buildRun({
    phase: 'running',
    equity: 10_000,
    balance: 9_950,
    currency: 'USD',
    open_positions: 0,
    trades_today: 0,
    next_bar_at: '2026-11-22T14:00:00Z',
    ...changes,
  });
}

export function buildSummary(changes: Partial<ConfigurationSummary> = {}): ConfigurationSummary {
  return {
    configuration_name: 'London',
    account_number: '5012345',
    broker_server: 'Broker-Demo',
    account_type: 'demo',
    currency_pairs: ['EURUSD', 'GBPUSD'],
    timeframe: 'H1',
    problem: null,
    run: buildRun(),
    setup: { green: 6, checked_at: '2026-11-22T07:58:00Z' },
    ...changes,
  };
}

export function buildPlan(changes: Partial<Plan> = {}): Plan {
  return {
    name: 'Starter',
    terminal_accounts: -1,
    symbols: 5,
    daily_trades: 10,
    tokens_used: 1_200_000,
    token_limit: 3_000_000,
    period_end: '2026-12-01T00:00:00Z',
    ...changes,
  };
}

export function buildAccount(changes: Partial<SignedIn> = {}): SignedIn {
  return {
    username: 'amina',
    email: 'amina@mail.example',
    plan: buildPlan(),
    reachable: true,
    ...changes,
  };
}

export function buildUpdate(changes: Partial<UpdateState> = {}): UpdateState {
  return {
    kind: 'current',
    version: null,
    progress: null,
    message: null,
    checked_at: '2026-11-22T07:00:00Z',
    ...changes,
  };
}

export function buildApp(changes: Partial<App> = {}): App {
  return {
    brand: 'Quorate',
    version: '1.2.3',
    service: 'https://quorate.example',
    service_fixed: true,
    platform: 'win32',
    data_folder: 'C:\\Users\\Amina\\AppData\\Roaming\\Quorate',
    vault: { place: 'the Credential Manager of Windows', why: null, is_chosen: false },
    after_reboot: null,
    keep_awake: null,
    autostart: false,
    update: buildUpdate(),
    ...changes,
  };
}

/** Somebody signed in, one configuration for a demo account, its bot stopped. */
export function buildAppState(changes: Partial<AppState> = {}): AppState {
  return {
    app: buildApp(),
    account: buildAccount(),
    signed_out_because: null,
    configurations: [buildSummary()],
    add_configuration: { allowed: true, reason: null },
    ...changes,
  };
}

export function buildConfiguration(changes: Partial<Configuration> = {}): Configuration {
  return {
    configuration_name: 'London',
    terminal_path: null,
    account_number: '5012345',
    broker_server: 'Broker-Demo',
    timeframe: 'H1',
    transport: 'tcp',
    port: 7_420,
    risk: riskProfile.parse({ currency_pairs: ['EURUSD'] }),
    verdict: verdictProfile.parse({}),
    exits: exitProfile.parse({}),
    rule_set: null,
    initial_balance: null,
    automated_account: null,
    close_hand_positions: false,
    account_type: 'demo',
    has_terminal_password: true,
    ...changes,
  };
}

import { once } from 'node:events';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { systemClock } from '@quorate/bot/clock';
import { socketWire } from '@quorate/bot/mt5/bridge/wire';
import { type ProgramSwitch, systemPrograms } from '@quorate/bot/mt5/install/run-program';
import {
  type FakeWindows,
  fakeWindows,
} from '@quorate/bot/mt5/install/testing/fake-terminal-folder';
import { symbolTerms } from '@quorate/bot/mt5/simulator/market/symbol-terms';
import type { SimulatedAccount } from '@quorate/bot/mt5/simulator/server/account';
import {
  createSimulatedTerminal,
  type SimulatedTerminal,
} from '@quorate/bot/mt5/simulator/simulated-terminal';
import { checkProfile } from '@quorate/bot/profiles/check-profile';
import type { Profile } from '@quorate/bot/profiles/profile';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import type { SavedToken } from '@quorate/bot/service/saved-sign-in';
import { freePort } from '@quorate/bot/testing/free-port';
import { sleep, systemTimers } from '@quorate/bot/timers';
import { profileSecret } from '@quorate/bot/vault/vault';
import { CHECKLIST_ITEMS, type Checklist } from '@quorate/contract/checklist';
import { createChanges } from '../../changes.ts';
import type { SetupCheck } from '../../contract/setup.ts';
import type { Setup } from '../../parts.ts';
import { partDeps } from '../../testing/part-deps.ts';
import { createSetup, type SetupDeps } from '../create-setup.ts';
import { type ChecklistService, checklistService } from './checklist-service.ts';

const TOKEN = 'a1'.repeat(32);
/** Compiles whatever it is given, and counts how often. */
const EDITOR = `
const source = option('compile');
appendFileSync(source + '.count', 'x');
writeFileSync(option('log'), Buffer.from('\\uFEFFResult: 0 errors, 0 warnings\\r\\n', 'utf16le'));
writeFileSync(source.replace(/mq5$/, 'ex5'), 'compiled');
`;

const USER: SavedToken = {
  user: {
    id: '0197a0c0-0000-7000-8000-000000000009',
    username: 'mira',
    email: 'mira@example.org',
    role: 'user',
  },
  token: 'd4'.repeat(20),
};

export type SetupStage = Readonly<{
  setup: Setup;
  dataDir: string;
  profile: Profile;
  windows: FakeWindows | null;
  service: ChecklistService;
  deps: SetupDeps;
  /** What was written to the app's log. */
  lines: readonly string[];
  /** Programs that were started, with their switches. */
  started: { program: string; switches: readonly ProgramSwitch[] }[];
  atWork: string[];
  /** A bot was started or has ended. */
  runsChanged(): void;
  change(fields: Partial<Profile>): void;
  signIn(user: SavedToken | null): void;
  /** Starts a terminal that dials the bot again and again. */
  terminal(account?: Partial<SimulatedAccount>, symbols?: readonly string[]): SimulatedTerminal;
  /** The check as it is once nothing is under way. */
  settled(of?: Setup): Promise<SetupCheck>;
  /** Another life of the app in the same folder. */
  again(over?: Partial<SetupDeps>): Setup;
  /** Settles when a program has been started. */
  whenStarted(): Promise<void>;
  /** What an editor is that compiles. */
  goodEditor: string;
  item(id: (typeof CHECKLIST_ITEMS)[number]['id']): SetupCheck['items'][number];
}>;

type Options = Readonly<{
  /** A Windows with a terminal, in place of a system without. */
  windows?: Readonly<{ terminals?: number; editor?: string }>;
  profile?: Record<string, unknown>;
  /** Whether the vault has the token of the bridge. */
  shared?: boolean;
  over?: Partial<SetupDeps>;
}>;

/** One configuration in a data folder, a service with its checklist, and a terminal if it is started. */
export async function setupStage(t: TestContext, options: Options = {}): Promise<SetupStage> {
  const port = await freePort();
  const windows = options.windows ? fakeWindows(t) : null;
  const { terminals = 1, editor = EDITOR } = options.windows ?? {};
  for (let n = 1; n <= terminals; n++) windows?.addTerminal(`MetaTrader 5 ${n}`, { editor });
  const started: SetupStage['started'] = [];
  const begun = Promise.withResolvers<void>();
  const base = partDeps(t, {
    clock: systemClock,
    timers: systemTimers,
    sleep,
    ...(windows ? { roots: windows.roots } : {}),
  });
  const { dataDir, vault } = base;
  const store = profileStore(dataDir);
  const profile = checkProfile(
    {
      configuration_name: 'Main',
      user: 'mira',
      account_number: '5012345',
      broker_server: 'Broker-Demo',
      bridge: { port },
      risk: { currency_pairs: ['EURUSD'] },
      ...options.profile,
    },
    'a test',
  );
  store.save(profile);
  if (options.shared !== false) vault.set(profileSecret('Main', 'bridge-token'), TOKEN);
  const service = checklistService();
  const configurations = createChanges();
  const account = createChanges();
  const runs = createChanges();
  const atWork: string[] = [];
  let user: SavedToken | null = USER;
  const deps: SetupDeps = {
    ...base,
    fetch: service.fetch,
    programs: {
      ...systemPrograms('linux'),
      async start(program, switches) {
        started.push({ program, switches });
        begun.resolve();
        return null;
      },
    },
    expertSources: () => [{ path: 'Quorate.mq5', bytes: Buffer.from('// expert\n') }],
    account: {
      service: () => 'http://localhost:3000',
      token: () => user,
      onChange: account.onChange,
    },
    configurations: {
      names: () => store.names(),
      load: (name) => store.load(name),
      onChange: configurations.onChange,
    },
    runs: { atWork: () => atWork, onChange: runs.onChange },
    terminalWaitMs: 3_000,
    ...options.over,
  };
  const lives: Setup[] = [];
  const live = (over: Partial<SetupDeps> = {}) => {
    const setup = createSetup({ ...deps, ...over });
    lives.push(setup);
    return setup;
  };
  t.after(() => Promise.all(lives.map((each) => each.close())));
  const setup = live();
  return {
    setup,
    dataDir,
    profile,
    windows,
    service,
    deps,
    lines: base.lines,
    started,
    atWork,
    runsChanged: runs.tell,
    change(fields) {
      store.save({ ...store.load('Main'), ...fields });
      configurations.tell();
    },
    signIn(next) {
      user = next;
      account.tell();
    },
    terminal(signedIn = {}, symbols = ['EURUSD']) {
      const terminal = createSimulatedTerminal({
        timers: systemTimers,
        token: vault.get(profileSecret('Main', 'bridge-token')) ?? TOKEN,
        account: { login: '5012345', server: 'Broker-Demo', ...signedIn },
        symbols: symbols.map((symbol) => symbolTerms(symbol)),
        alwaysOpen: true,
        async connect() {
          const socket = connect({ host: '127.0.0.1', port });
          await once(socket, 'connect');
          return socketWire(socket, systemTimers);
        },
      });
      t.after(() => terminal.close());
      return terminal;
    },
    settled: (of = setup) => whenSetup(of, (check) => !check.running),
    again: live,
    whenStarted: () => begun.promise,
    goodEditor: EDITOR,
    item(id) {
      const item = setup.check('Main').items.find((each) => each.id === id);
      if (!item) throw new Error(`no item ${id}`);
      return item;
    },
  };
}

/** The check once it is as is wanted. */
export function whenSetup(
  setup: Setup,
  isWanted: (check: SetupCheck) => boolean,
): Promise<SetupCheck> {
  return new Promise((resolve) => {
    const look = () => {
      const check = setup.check('Main');
      if (!isWanted(check)) return;
      end();
      resolve(check);
    };
    const end = setup.onChange(look);
    look();
  });
}

/** The statuses of the six in their order, as one word each. */
export function statuses({ items }: SetupCheck): readonly string[] {
  return items.map(({ id, status }) => `${id} ${status}`);
}

export const ALL_GREEN = CHECKLIST_ITEMS.map(({ id }) => `${id} green`);
export const ALL_ON: Checklist = Object.fromEntries(CHECKLIST_ITEMS.map(({ id }) => [id, true]));

export const ALLOWED = {
  connected: true,
  algo_trading: true,
  expert_trading: true,
  account_trading: true,
  account_experts: true,
};

/** One look from its beginning to its end. */
export async function look({ setup, settled }: SetupStage): Promise<SetupCheck> {
  setup.start('Main');
  return settled();
}

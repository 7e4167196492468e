import type { TestContext } from 'node:test';
import { exitProfile, riskProfile } from '@quorate/bot/profiles/profile';
import { verdictProfile } from '@quorate/bot/profiles/verdict-settings';
import type { SavedToken } from '@quorate/bot/service/saved-sign-in';
import { createChanges } from '../../changes.ts';
import type { FoundTerminal } from '../../contract/terminals.ts';
import type { DesktopDeps } from '../../parts.ts';
import { partDeps } from '../../testing/part-deps.ts';
import type { GivenFields, PlanLimits } from '../check-fields.ts';
import { createConfigurations } from '../create-configurations.ts';

export const FREE: PlanLimits = { plan_name: 'Free', terminal_accounts: 1, symbols: 2 };
const PRO: PlanLimits = { plan_name: 'Pro', terminal_accounts: -1, symbols: 10 };

function tokenOf(username: string): SavedToken {
  const id = `0197a0c0-0000-7000-8000-00000000000${username === 'mira' ? 9 : 8}`;
  const user = { id, username, email: `${username}@example.org`, role: 'user' } as const;
  return { user, token: 'a'.repeat(43) };
}

type Terms = Readonly<{
  limits?: PlanLimits | null;
  token?: SavedToken | null;
  terminals?: readonly FoundTerminal[];
  platform?: DesktopDeps['platform'];
  roots?: DesktopDeps['roots'];
  vault?: DesktopDeps['vault'];
}>;

/** Configurations in an empty data folder; mira is signed in, and her plan has no limit of accounts. */
export function stage(t: TestContext, terms: Terms = {}) {
  const { platform, roots, vault } = terms;
  const deps = partDeps(t, {
    ...(platform && { platform }),
    ...(roots && { roots }),
    ...(vault && { vault }),
  });
  const working = new Set<string>();
  const limits = { now: terms.limits === undefined ? PRO : terms.limits };
  let token = terms.token === undefined ? tokenOf('mira') : terms.token;
  const { onChange, tell } = createChanges();
  const account = {
    current: () => null,
    signedOutBecause: () => null,
    service: () => 'https://quorate.example',
    token: () => token,
    refresh: () => Promise.resolve(),
    onChange,
    knownLimits: () => limits.now,
  };
  const configurations = createConfigurations({
    ...deps,
    account,
    terminals: { list: () => ({ terminals: [...(terms.terminals ?? [])], broker_servers: [] }) },
    botsAtWork: () => [...working],
  });
  const who = {
    signIn(username: string | null) {
      token = username === null ? null : tokenOf(username);
      tell();
    },
  };
  return { deps, account, working, limits, who, configurations };
}

/** What a form sends. */
export function fields(over: Partial<GivenFields> = {}): GivenFields {
  return {
    configuration_name: 'Main',
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
    terminal_password: null,
    ...over,
  };
}

import { messageOf } from '@quorate/bot/error-text';
import { exitProfile, isSameName, type Profile, riskProfile } from '@quorate/bot/profiles/profile';
import { profileStore } from '@quorate/bot/profiles/profile-store';
import { verdictProfile } from '@quorate/bot/profiles/verdict-settings';
import { profileSecret, type Vault } from '@quorate/bot/vault/vault';
import { select, t } from '@quorate/bot/words';
import { createChanges } from '../changes.ts';
import type { Configuration } from '../contract/configurations.ts';
import type { FoundTerminal } from '../contract/terminals.ts';
import { LocalFault, loadOrNull, refuseAbsent } from '../local-fault.ts';
import type { Account, Configurations, DesktopDeps } from '../parts.ts';
import type { Terminals } from '../terminals/create-terminals.ts';
import {
  checkFields,
  type GivenFields,
  mayAddOne,
  nextMagic,
  nextName,
  nextPort,
  type PlanLimits,
} from './check-fields.ts';

type ConfigurationsDeps = DesktopDeps &
  Readonly<{
    account: Account & Readonly<{ knownLimits(): PlanLimits | null }>;
    terminals: Pick<Terminals, 'list'>;
    /** Names of the configurations whose bots are at work. */
    botsAtWork(): readonly string[];
  }>;

export type DesktopConfigurations = Configurations &
  Readonly<{
    /** What the form of a new one begins with; what nobody knows is empty. */
    suggest(): Configuration;
    /** @throws LocalFault `not_found`, BotFault `profile` */
    form(name: string): Configuration;
    /** @throws LocalFault, BotFault `vault` or `data_folder` */
    add(fields: GivenFields): void;
    /** @throws LocalFault, BotFault `profile`, `vault` or `data_folder` */
    change(name: string, fields: Change): void;
    /** @throws LocalFault, BotFault `vault` or `data_folder` */
    remove(name: string): void;
    /** Writes a configuration whole, as another part has changed it. @throws BotFault `data_folder` */
    save(profile: Profile): void;
  }>;

/** The configurations in the data folder, as the plan of whoever is signed in allows them. */
export function createConfigurations(deps: ConfigurationsDeps): DesktopConfigurations {
  const { account, vault, notify, platform, roots, botsAtWork } = deps;
  const profiles = followedProfiles(deps);
  const { store, names, whole, load } = profiles;
  const { onChange, tell } = createChanges();
  const mayAdd = () => mayAddOne(account.knownLimits(), store.names().length);
  const refuseAtWork = (name: string, what: 'changed' | 'removed') => {
    if (!botsAtWork().some((each) => isSameName(each, name))) return;
    const message = t`The bot of ${{ name }} is at work; stop it before the configuration is ${select({ what }, { removed: 'removed', other: 'changed' })}.`;
    throw new LocalFault('conflict', message, { code: 'bot_at_work' });
  };
  const termsOf = (before: Profile | null) => {
    const own = before?.configuration_name ?? '';
    return {
      platform,
      roots,
      before,
      limits: account.knownLimits(),
      others: whole().filter(({ configuration_name: name }) => !isSameName(name, own)),
      names: names().filter((name) => !isSameName(name, own)),
    };
  };

  // Each that belongs to somebody else is written again as it is read.
  whole();
  account.onChange(() => {
    whole();
    tell();
  });
  return {
    names,
    load,
    mayAdd,
    onChange,
    suggest() {
      const all = whole();
      // Two bots cannot share one terminal, nor one account.
      const isFree = (terminal: FoundTerminal) =>
        !all.some(
          (each) =>
            each.terminal_path?.toLowerCase() === terminal.install_folder.toLowerCase() ||
            (each.account_number === terminal.account_number &&
              each.broker_server === terminal.broker_server),
        );
      const found = deps.terminals.list().terminals.find(isFree);
      return {
        configuration_name: nextName(names()),
        terminal_path: found?.install_folder ?? null,
        account_number: found?.account_number ?? '',
        broker_server: found?.broker_server ?? '',
        account_type: 'demo',
        timeframe: 'H1',
        transport: platform === 'win32' ? 'pipe' : 'tcp',
        port: nextPort(all),
        risk: riskProfile.parse({ currency_pairs: ['EURUSD'] }),
        verdict: verdictProfile.parse({}),
        exits: exitProfile.parse({}),
        rule_set: null,
        initial_balance: null,
        automated_account: null,
        close_hand_positions: false,
        has_terminal_password: false,
      };
    },
    form(name) {
      refuseAbsent(names(), name);
      const { bridge, format: _, service: _service, user: _user, ...shown } = load(name);
      const { port, transport } = bridge;
      return { ...shown, port, transport, has_terminal_password: hasPassword(vault, name) };
    },
    add(fields) {
      const owner = profiles.owner();
      if (owner === null) {
        throw new LocalFault('conflict', t`Sign in before a configuration is added.`, {
          code: 'signed_out',
        });
      }
      const may = mayAdd();
      if (!may.allowed) {
        throw new LocalFault('conflict', may.reason ?? '', { code: 'account_limit_reached' });
      }
      const terms = termsOf(null);
      checkFields(terms, fields);
      const { terminal_password: password, transport, port, ...given } = fields;
      const name = given.configuration_name.trim();
      const magic = nextMagic(terms.others);
      // What an earlier configuration of that name has left in the vault is not this one's.
      forgetSecrets(vault, name);
      keepPassword(vault, name, password);
      store.save({
        ...given,
        ...owner,
        configuration_name: name,
        format: 1,
        account_type: 'demo',
        // The form does not ask; the profile may say otherwise.
        news_without_calendar: 'hold',
        bridge: { port, transport, magic },
      });
      notify(`The configuration ${name} was added.`);
      tell();
    },
    change(name, fields) {
      refuseAbsent(names(), name);
      const before = load(name);
      const old = before.configuration_name;
      refuseAtWork(old, 'changed');
      const after = changedProfile(before, fields);
      checkFields(termsOf(before), fields);
      const { configuration_name: now } = after;
      const renamed = !isSameName(old, now);
      if (renamed) copySecrets(vault, old, now);
      keepPassword(vault, now, fields.terminal_password ?? null);
      // Killed in between, there are two, and nothing is lost.
      store.save(after);
      if (renamed) {
        store.remove(old);
        forgetSecrets(vault, old);
      }
      const what = Object.keys(fields).join(', ');
      notify(`The configuration ${old} was changed${old === now ? '' : ` into ${now}`}: ${what}.`);
      tell();
    },
    remove(name) {
      refuseAbsent(names(), name);
      refuseAtWork(name, 'removed');
      forgetSecrets(vault, name);
      store.remove(name);
      notify(`The configuration ${name} and its secrets were removed; its journals stay.`);
      tell();
    },
    save(profile) {
      store.save(profile);
      tell();
    },
  };
}

/** Keeps a terminal's password: null keeps the one there is, an empty one removes it. @throws BotFault `vault` */
function keepPassword(vault: Vault, name: string, password: string | null): void {
  const secret = profileSecret(name, 'terminal-password');
  if (password === '') vault.remove(secret);
  else if (password !== null) vault.set(secret, password);
}

/** A vault that does not open is no reason to show no form. */
function hasPassword(vault: Vault, name: string): boolean {
  try {
    return vault.get(profileSecret(name, 'terminal-password')) !== null;
  } catch {
    return false;
  }
}

const KINDS = ['terminal-password', 'bridge-token'] as const;

/** Secrets under a new name; those under the old one stay until they are forgotten. @throws BotFault `vault` */
function copySecrets(vault: Vault, from: string, to: string): void {
  for (const kind of KINDS) {
    const secret = vault.get(profileSecret(from, kind));
    // What an earlier configuration of that name has left is not this one's.
    if (secret === null) vault.remove(profileSecret(to, kind));
    else vault.set(profileSecret(to, kind), secret);
  }
}

/** @throws BotFault `vault` */
function forgetSecrets(vault: Vault, name: string): void {
  for (const kind of [...KINDS, 'real-money'] as const) vault.remove(profileSecret(name, kind));
}

type Change = { [K in keyof GivenFields]?: GivenFields[K] | undefined };

/** On a real account these are part of what was acknowledged. */
const ACKNOWLEDGED = ['configuration_name', 'account_number', 'broker_server'] as const;

/**
 * A profile with the fields that are given; those that are absent stay.
 *
 * @throws LocalFault `real_money_locked` for what a switch to real money was acknowledged for
 */
function changedProfile(before: Profile, change: Change): Profile {
  const { terminal_password: _, transport, port, configuration_name: name, ...rest } = change;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<Profile>;
  const after: Profile = {
    ...before,
    ...given,
    configuration_name: name?.trim() ?? before.configuration_name,
    bridge: {
      ...before.bridge,
      transport: transport ?? before.bridge.transport,
      port: port ?? before.bridge.port,
    },
  };
  const touched = ACKNOWLEDGED.find((field) => after[field] !== before[field]);
  if (before.account_type === 'real' && touched !== undefined) {
    const message = t`${{ configurationName: before.configuration_name }} trades real money on account ${{ accountNumber: before.account_number }} at ${{ brokerServer: before.broker_server }}. Its name, account number and broker server change only by switching to Demo, or to Real again.`;
    throw new LocalFault('conflict', message, {
      code: 'real_money_locked',
      fields: { [touched]: message },
    });
  }
  return after;
}

type Deps = Pick<DesktopDeps, 'dataDir' | 'notify'> & Readonly<{ account: Account }>;

/**
 * The profiles of the data folder, each with user and service of whoever is signed in: a bot that is started
 * by hand is that person's as well.
 */
function followedProfiles({ dataDir, notify, account }: Deps) {
  const store = profileStore(dataDir);
  /** Of whoever is signed in; null where nobody is. */
  const owner = () => {
    const token = account.token();
    return token && { user: token.user.username, service: account.service() };
  };
  /** What the log has been told already: the state is asked for often. */
  const told = new Set<string>();
  const tellOnce = (line: string) => {
    if (!told.has(line)) notify(line);
    told.add(line);
  };
  const load = (name: string): Profile => {
    const profile = store.load(name);
    const now = owner();
    if (now === null || (now.user === profile.user && now.service === profile.service)) {
      return profile;
    }
    const followed = { ...profile, ...now };
    try {
      store.save(followed);
      notify(`${profile.configuration_name} belongs to ${now.user} at ${now.service} now.`);
    } catch (error) {
      tellOnce(
        t`${{ configurationName: profile.configuration_name }} is not written: ${{ reason: messageOf(error) }}`,
      );
    }
    return followed;
  };
  return {
    store,
    names: () =>
      store.names().map((name) => loadOrNull({ load }, name)?.configuration_name ?? name),
    /** Those that can be used. */
    whole: () => store.names().flatMap((name) => loadOrNull({ load }, name) ?? []),
    load,
    owner,
  };
}

import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { messageOf } from '@quorate/bot/error-text';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import { readJsonFile, writeJsonFile } from '@quorate/bot/json-file';
import { isSameName, type Profile } from '@quorate/bot/profiles/profile';
import { callEndpoint } from '@quorate/bot/service/call-endpoint';
import { profileSecret } from '@quorate/bot/vault/vault';
import { plural, t } from '@quorate/bot/words';
import { isoTime } from '@quorate/contract/fields';
import { getTradeStatistics } from '@quorate/contract/trades';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { isoFromInstant } from '@quorate/values/instant';
import { z } from 'zod';
import {
  DEMO_TRADES_NEEDED,
  type RealMoneyTerms,
  type switchToDemo,
  type switchToReal,
} from '../contract/real-money.ts';
import { LocalFault, refuseAbsent } from '../local-fault.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import type { Account, Configurations, DesktopDeps, RealMoney, Setup } from '../parts.ts';

type DemoRequest = z.output<(typeof switchToDemo)['body']>;

type RealMoneyDeps = DesktopDeps &
  Readonly<{
    account: Account;
    configurations: Pick<Configurations, 'names' | 'load' | 'onChange'> &
      Readonly<{ save(profile: Profile): void }>;
    setup: Pick<Setup, 'passed' | 'summary'>;
    /** Names of the configurations whose bots are at work. */
    botsAtWork(): readonly string[];
  }>;

export type DesktopRealMoney = RealMoney &
  Readonly<{
    /** @throws LocalFault `not_found`, BotFault `profile` */
    terms(name: string): Promise<RealMoneyTerms>;
    /** @throws LocalFault as `checkSwitch` says, BotFault `profile`, `vault` or `data_folder`: then nothing has changed */
    toReal(name: string, request: RealRequest): Promise<void>;
    /** @throws LocalFault `bot_at_work`, BotFault as above */
    toDemo(name: string, request: DemoRequest): Promise<void>;
  }>;

/** The deliberate step between a demo account and real money. */
export function createRealMoney(deps: RealMoneyDeps): DesktopRealMoney {
  const { clock, vault, notify, account, configurations, setup } = deps;
  const file = switchFile(deps.dataDir, notify);
  const seal = switchSeal(deps);
  const inTurn = oneAtATime();
  const load = (name: string) => {
    refuseAbsent(configurations.names(), name);
    return configurations.load(name);
  };
  const isAtWork = (name: string) => deps.botsAtWork().some((each) => isSameName(each, name));
  const others = (name: string) =>
    file.read().filter((each) => !isSameName(each.configuration, name));

  /** All of it or nothing: whoever reads half of it would trade on the wrong account. */
  const become = (
    before: Profile,
    after: Profile,
    password: string | null,
    record: () => void,
  ): void => {
    const secret = profileSecret(before.configuration_name, 'terminal-password');
    const kept = vault.get(secret);
    const put = (value: string | null) =>
      value === null || value === '' ? vault.remove(secret) : vault.set(secret, value);
    try {
      // The password of one account is none of another's.
      if (password !== null || !isSameAccount(before, after)) put(password);
      configurations.save(after);
      record();
    } catch (error) {
      for (const undo of [() => put(kept), () => configurations.save(before)]) {
        try {
          undo();
        } catch {
          // Without its record a real account is locked, so that nothing is traded on it.
        }
      }
      throw error;
    }
  };
  /** A configuration that is made under an old name begins again. */
  const forgetRemoved = () => {
    const names = configurations.names();
    const switches = file.read();
    const left = switches.filter((each) =>
      names.some((name) => isSameName(name, each.configuration)),
    );
    if (left.length === switches.length) return;
    try {
      file.write(left);
    } catch (error) {
      notify(`real-money.json is not written: ${messageOf(error)}`);
    }
  };
  forgetRemoved();
  configurations.onChange(forgetRemoved);

  return {
    isUnlocked(profile) {
      if (profile.account_type === 'demo') return true;
      const user = account.token()?.user.id;
      return file.read().some(
        (each) =>
          each.configuration === profile.configuration_name &&
          each.account_number === profile.account_number &&
          each.broker_server === profile.broker_server &&
          // Somebody who was signed out by the service is nobody else yet.
          (user === undefined || each.user_id === user) &&
          seal.holds(each),
      );
    },
    async terms(name) {
      const profile = load(name);
      return {
        account_type: profile.account_type,
        setup_check_passed: setup.passed(profile),
        demo_trades: await countDemoTrades(deps, account),
        demo_trades_needed: DEMO_TRADES_NEEDED,
      };
    },
    toReal: (name, request) =>
      inTurn(async () => {
        load(name);
        const demoTrades = await countDemoTrades(deps, account);
        // Read after the wait: it may have changed meanwhile.
        const before = load(name);
        const own = before.configuration_name;
        const { account_number, broker_server, terminal_password: password } = request;
        const user = account.token()?.user.id;
        if (user === undefined) {
          const message = t`Sign in first: a switch to real money is kept with who made it.`;
          throw new LocalFault('conflict', message, { code: 'signed_out' });
        }
        checkSwitch(
          {
            profile: before,
            atWork: isAtWork(own),
            setupPassed: setup.passed(before),
            demoTrades,
          },
          request,
        );
        const at = isoFromInstant(clock.now());
        const made = {
          configuration: own,
          account_number,
          broker_server,
          user_id: user,
          at,
          setup_checked_at: setup.summary(own).checked_at,
          demo_trades: demoTrades,
          acknowledged: isFew(demoTrades),
        };
        const after: Profile = {
          ...before,
          account_type: 'real',
          account_number,
          broker_server,
          verdict: onRealMoney(before.verdict),
        };
        become(before, after, password, () => {
          seal.put(made);
          file.write([...others(own), made]);
        });
        const accepted = made.acknowledged ? t`, accepted as few` : '';
        notify(
          `${own} was switched to Real: account ${account_number} at ${broker_server}; setup check of ${made.setup_checked_at ?? 'an unknown time'}; demo trades: ${demoTrades ?? 'unknown'}${accepted}.`,
        );
      }),
    toDemo: (name, request) =>
      inTurn(async () => {
        const before = load(name);
        const own = before.configuration_name;
        refuseAtWork({ profile: before, atWork: isAtWork(own) }, 'Demo');
        const { account_number, broker_server, terminal_password: password } = request;
        const after: Profile = { ...before, account_type: 'demo', account_number, broker_server };
        become(before, after, password, () => {
          seal.remove(own);
          const left = others(own);
          if (left.length !== file.read().length) file.write(left);
        });
        notify(`${own} was switched to Demo: account ${account_number} at ${broker_server}.`);
      }),
  };
}

/** What was chosen for play money does not go along: learning on real money is typed for itself. */
function onRealMoney(verdict: Profile['verdict']): Profile['verdict'] {
  return verdict.mode === 'learning' ? { ...verdict, mode: null } : verdict;
}

function isSameAccount(one: Profile, other: Profile): boolean {
  return one.account_number === other.account_number && one.broker_server === other.broker_server;
}

/** Closed trades on demo accounts of whoever is signed in; null while the service cannot be asked. */
async function countDemoTrades(
  { fetch }: Pick<DesktopDeps, 'fetch'>,
  account: Pick<Account, 'token' | 'service' | 'refresh'>,
): Promise<number | null> {
  const token = account.token();
  if (token === null) return null;
  const outcome = await callEndpoint(
    { fetch, service: account.service(), timeoutMs: ASK_MS },
    getTradeStatistics,
    { params: { user_id: token.user.id }, query: { account_type: 'demo', per_page: 1 } },
    token.token,
  );
  // Whoever was signed out is told so, and why.
  if (outcome.kind === 'refused' && outcome.status === 401) void account.refresh();
  if (outcome.kind !== 'ok') return null;
  // Statistics are of one currency; there is a count for each.
  return outcome.reply.currencies.reduce((sum, { total_trades }) => sum + total_trades, 0);
}

/** The interface waits for 10 s in all. */
const ASK_MS = 6_000;

/**
 * Ties a switch to real money to this computer's vault and this data folder: a record that was edited, or
 * came with a copy of the folder, is no step that anybody took here.
 */
function switchSeal({ vault, dataDir }: Pick<DesktopDeps, 'vault' | 'dataDir'>) {
  const nameOf = (configuration: string) => profileSecret(configuration, 'real-money');
  const sealOf = (made: RealSwitch) =>
    createHash('sha256')
      .update(canonicalJson({ ...made, folder: resolve(dataDir) }))
      .digest('hex');
  return {
    /** @throws BotFault `vault` */
    holds: (made: RealSwitch): boolean => vault.get(nameOf(made.configuration)) === sealOf(made),
    /** @throws BotFault `vault` */
    put: (made: RealSwitch): void => vault.set(nameOf(made.configuration), sealOf(made)),
    /** @throws BotFault `vault` */
    remove: (configuration: string): void => vault.remove(nameOf(configuration)),
  };
}

const FORMAT = 1;

const realSwitch = z.object({
  configuration: z.string().min(1),
  account_number: z.string().min(1),
  broker_server: z.string().min(1),
  /** Who switched: whoever else signs in has accepted nothing. */
  user_id: z.uuid(),
  at: isoTime,
  setup_checked_at: isoTime.nullable(),
  /** Closed trades on demo accounts; null while the service was away. */
  demo_trades: z.int().min(0).nullable(),
  /** Whether few or unknown demo trades were accepted. */
  acknowledged: z.boolean(),
});
const switchFileShape = z.object({ format: z.literal(FORMAT), switches: z.array(realSwitch) });

/** One deliberate step from a demo account to a real one. */
type RealSwitch = z.output<typeof realSwitch>;

/** The file real-money.json in the data folder. */
function switchFile(dataDir: string, notify: (line: string) => void) {
  const file = join(dataDir, 'real-money.json');
  let told: string | null = null;
  return {
    /** Damaged counts as empty, so that everything is locked. */
    read(): readonly RealSwitch[] {
      const read = readJsonFile(file, switchFileShape, (text) => {
        if (told !== text)
          notify(`${file} is damaged: every real account is locked until it is switched to again.`);
        told = text;
      });
      return read?.switches ?? [];
    },
    /** @throws BotFault `data_folder` */
    write(switches: readonly RealSwitch[]) {
      try {
        writeJsonFile(file, { format: FORMAT, switches }, 0o600);
      } catch (error) {
        throw storageFault(dataDir, error);
      }
    },
  };
}

export type RealRequest = z.output<(typeof switchToReal)['body']>;

type Facts = Readonly<{
  profile: Profile;
  atWork: boolean;
  setupPassed: boolean;
  demoTrades: number | null;
}>;

/**
 * Refuses a switch to real money as long as anything stands between.
 *
 * @throws LocalFault `bot_at_work`, `account_number_mismatch`, `setup_check_needed` or `acknowledgement_needed`
 */
function checkSwitch(facts: Facts, request: RealRequest): void {
  const { configuration_name: name } = facts.profile;
  refuseAtWork(facts, 'Real');
  const typed = request.confirm_account_number.trim();
  if (typed !== request.account_number) {
    const message = t`You typed ${{ typed: typed === '' ? t`nothing` : typed }} to confirm, and the account is ${{ account: request.account_number }}.`;
    throw new LocalFault('validation_failed', message, {
      code: 'account_number_mismatch',
      fields: { confirm_account_number: message },
    });
  }
  if (!facts.setupPassed) {
    throw new LocalFault(
      'conflict',
      t`The setup check of ${{ name }} has not passed within the last 24 hours, with configuration and terminal as they are now. Run it on the demo account until all six items are green, then switch to Real.`,
      { code: 'setup_check_needed' },
    );
  }
  if (isFew(facts.demoTrades) && !request.few_trades_accepted) {
    const closed =
      facts.demoTrades === null
        ? t`The service cannot be asked how many trades were closed on demo accounts`
        : t`${plural({ count: facts.demoTrades }, { one: '# trade was', other: '# trades were' })} closed on demo accounts`;
    throw new LocalFault(
      'conflict',
      t`${{ closed }}, and ${{ demoTradesNeeded: DEMO_TRADES_NEEDED }} are wanted before real money. Trade on, or accept that there are fewer.`,
      { code: 'acknowledgement_needed' },
    );
  }
}

/** Whether somebody has to accept that there are so few. */
function isFew(demoTrades: number | null): boolean {
  return demoTrades === null || demoTrades < DEMO_TRADES_NEEDED;
}

/** @throws LocalFault `bot_at_work` */
function refuseAtWork(
  { profile, atWork }: Pick<Facts, 'profile' | 'atWork'>,
  to: 'Demo' | 'Real',
): void {
  if (!atWork) return;
  throw new LocalFault(
    'conflict',
    t`The bot of ${{ configurationName: profile.configuration_name }} is at work; stop it before the account is switched to ${{ to }}.`,
    { code: 'bot_at_work' },
  );
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { terminalAt } from '@quorate/bot/mt5/install/find-terminals';
import { isSameName, type Profile } from '@quorate/bot/profiles/profile';
import { plural, t } from '@quorate/bot/words';
import type { z } from 'zod';
import type { addConfiguration } from '../contract/configurations.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';
import { plainPath } from '../terminals/create-terminals.ts';

/** Fields of a configuration as its form sends them. */
export type GivenFields = z.output<(typeof addConfiguration)['body']>;

type Terms = Readonly<{
  platform: DesktopDeps['platform'];
  roots: DesktopDeps['roots'];
  limits: PlanLimits | null;
  /** Every other configuration that can be read. */
  others: readonly Profile[];
  /** Names of every other configuration, readable or not. */
  names: readonly string[];
  /** What it is now; null for a new one. */
  before: Profile | null;
}>;

/** Windows keeps these names for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * What the schema of the form cannot know: other configurations, the plan, the computer.
 *
 * @throws LocalFault `validation_failed` with every field that is wrong
 */
export function checkFields(terms: Terms, given: Partial<GivenFields>): void {
  const faults = {
    configuration_name: nameFault(terms, given.configuration_name),
    terminal_path: pathFault(terms, given.terminal_path),
    terminal_password: passwordFault(given.terminal_password),
    port: portFault(terms, given.port),
    'risk.currency_pairs': pairsFault(terms, given.risk?.currency_pairs),
    'verdict.mode': modeFault(terms, given.verdict?.mode),
  };
  const fields = Object.fromEntries(
    Object.entries(faults).flatMap(([field, why]) => (why === null ? [] : [[field, why]])),
  );
  const [first] = Object.values(fields);
  if (first !== undefined) throw new LocalFault('validation_failed', first, { fields });
}

function nameFault({ names }: Terms, name: string | undefined): string | null {
  if (name === undefined) return null;
  if (RESERVED.test(name.trim()))
    return t`Windows keeps the name ${{ name }} for itself; take another.`;
  const taken = names.find((each) => isSameName(each, name.trim()));
  return taken === undefined
    ? null
    : t`There is a configuration ${{ taken }} already; capitals make no other name.`;
}

function pathFault(terms: Terms, path: string | null | undefined): string | null {
  const { platform, roots, before } = terms;
  // A terminal on a disk that is away just now keeps nobody from changing something else.
  if (path === undefined || path === null || path === before?.terminal_path) return null;
  const plain = plainPath(platform, path);
  if (plain === null) {
    const such = platform === 'win32' ? 'C:\\Program Files\\MetaTrader 5' : '/home/mira/terminal';
    return t`"${{ path: path.slice(0, 120) }}" is no whole path of a terminal, such as ${{ such }}.`;
  }
  if (terminalAt(plain, roots) !== null) return null;
  const isProgram = /terminal64\.exe$/i.test(plain);
  return existsSync(isProgram ? plain : join(plain, 'terminal64.exe'))
    ? t`MetaTrader 5 at ${{ plain }} has never been started by this user: start it once, then save.`
    : t`There is no MetaTrader 5 at ${{ plain }}.`;
}

function passwordFault(password: string | null | undefined): string | null {
  // A line end would write lines of its own into the terminal's start file.
  const wrong = password !== undefined && password !== null && /\p{Cc}/u.test(password);
  return wrong ? t`The password holds a line end or another control character.` : null;
}

function portFault({ others }: Terms, port: number | undefined): string | null {
  const owner = others.find(({ bridge }) => bridge.port === port);
  return owner === undefined
    ? null
    : t`Port ${{ port }} belongs to ${{ configurationName: owner.configuration_name }}; ${{ nextPort: nextPort(others) }} is free.`;
}

function pairsFault(
  { limits, before }: Terms,
  pairs: readonly string[] | undefined,
): string | null {
  if (pairs === undefined) return null;
  const upper = pairs.map((pair) => pair.toUpperCase());
  const twice = pairs.find((_, at) => upper.indexOf(upper[at] ?? '') !== at);
  if (twice !== undefined) return t`${{ twice }} is chosen twice.`;
  // After a change to a smaller plan, everything else may still be changed.
  const same = before?.risk.currency_pairs.join() === pairs.join();
  return same ? null : tooManyPairs(limits, pairs);
}

/** Real money is traded on what analysts state only by whoever types the account's number once more. */
function modeFault(
  { before }: Terms,
  mode: GivenFields['verdict']['mode'] | undefined,
): string | null {
  if (before?.account_type !== 'real' || mode !== 'learning') return null;
  return t`With real money, learning needs the account number typed once more: bot live --profile "${{ configurationName: before.configuration_name }}" --real ${{ accountNumber: before.account_number }} --verdict learning --learning ${{ accountNumber: before.account_number }}`;
}

/** Limits of the plan as the service told them last. -1: no limit. */
export type PlanLimits = Readonly<{
  plan_name: string;
  terminal_accounts: number;
  symbols: number;
}>;

/** What is allowed while nobody knows the plan: that of the smallest. */
const LEAST = 1;

/** Whether one more configuration may be added, in a sentence with the limit and the number there is. */
export function mayAddOne(
  limits: PlanLimits | null,
  count: number,
): Readonly<{ allowed: boolean; reason: string | null }> {
  const limit = limits?.terminal_accounts ?? LEAST;
  if (limit === -1 || count < limit) return { allowed: true, reason: null };
  const accounts = t`${plural({ limit }, { one: '# terminal account', other: '# terminal accounts' })}`;
  const there = t`${plural({ count }, { one: '# is set up', other: '# are set up' })}`;
  return {
    allowed: false,
    reason:
      limits === null
        ? t`Your plan is not known yet; until the service is reached, ${{ accounts }} can be set up, and ${{ there }}.`
        : limits.plan_name === 'Free'
          ? t`Your ${{ plan: limits.plan_name }} plan has ${{ accounts }}, and ${{ there }}. Paid plans have any number.`
          : t`Your ${{ plan: limits.plan_name }} plan has ${{ accounts }}, and ${{ there }}. Another plan may have more.`,
  };
}

/** Why these pairs are more than the plan allows on one day; null where they are not. */
function tooManyPairs(limits: PlanLimits | null, pairs: readonly string[]): string | null {
  if (limits === null || limits.symbols === -1 || pairs.length <= limits.symbols) return null;
  const symbols = t`${plural({ count: limits.symbols }, { one: '# symbol', other: '# symbols' })}`;
  const chosen = `${pairs.slice(0, 12).join(', ')}${pairs.length > 12 ? ', …' : ''}`;
  return t`Your ${{ plan: limits.plan_name }} plan has ${{ symbols }} a day, and ${{ count: pairs.length }} are chosen: ${{ chosen }}. Take some away, or take a larger plan.`;
}

const FIRST_PORT = 7_420;
const LAST_PORT = 65_535;
const FIRST_MAGIC = 7_420_001;

/** @example nextName(['Main']) // 'Main 2' */
export function nextName(names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'Main' : `Main ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** The first port that no other configuration listens at. */
export function nextPort(others: readonly Profile[]): number {
  const taken = new Set(others.map(({ bridge }) => bridge.port));
  for (let port = FIRST_PORT; port <= LAST_PORT; port++) if (!taken.has(port)) return port;
  return FIRST_PORT;
}

/** The first number that no other configuration marks its orders with. */
export function nextMagic(others: readonly Profile[]): number {
  const taken = new Set(others.map(({ bridge }) => bridge.magic));
  let magic = FIRST_MAGIC;
  while (taken.has(magic)) magic++;
  return magic;
}

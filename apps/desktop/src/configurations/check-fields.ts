import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { terminalAt } from '@quorate/bot/mt5/install/find-terminals';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { z } from 'zod';
import type { addConfiguration } from '../contract/configurations.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';
import { plainPath } from '../terminals/plain-path.ts';
import { type PlanLimits, tooManyPairs } from './may-add.ts';
import { nextPort } from './next-free.ts';

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
  };
  const fields = Object.fromEntries(
    Object.entries(faults).flatMap(([field, why]) => (why === null ? [] : [[field, why]])),
  );
  const [first] = Object.values(fields);
  if (first !== undefined) throw new LocalFault('validation_failed', first, { fields });
}

function nameFault({ names }: Terms, name: string | undefined): string | null {
  if (name === undefined) return null;
  if (RESERVED.test(name.trim())) return `Windows keeps the name ${name} for itself; take another.`;
  const taken = names.find((each) => each.toLowerCase() === name.trim().toLowerCase());
  return taken === undefined
    ? null
    : `There is a configuration ${taken} already; capitals make no other name.`;
}

function pathFault(terms: Terms, path: string | null | undefined): string | null {
  const { platform, roots, before } = terms;
  // A terminal on a disk that is away just now keeps nobody from changing something else.
  if (path === undefined || path === null || path === before?.terminal_path) return null;
  const plain = plainPath(platform, path);
  if (plain === null) {
    const such = platform === 'win32' ? 'C:\\Program Files\\MetaTrader 5' : '/home/mira/terminal';
    return `"${path.slice(0, 120)}" is no whole path of a terminal, such as ${such}.`;
  }
  if (terminalAt(plain, roots) !== null) return null;
  const isProgram = /terminal64\.exe$/i.test(plain);
  return existsSync(isProgram ? plain : join(plain, 'terminal64.exe'))
    ? `MetaTrader 5 at ${plain} has never been started by this user: start it once, then save.`
    : `There is no MetaTrader 5 at ${plain}.`;
}

function passwordFault(password: string | null | undefined): string | null {
  // A line end would write lines of its own into the terminal's start file.
  const wrong = password !== undefined && password !== null && /\p{Cc}/u.test(password);
  return wrong ? 'The password holds a line end or another control character.' : null;
}

function portFault({ others }: Terms, port: number | undefined): string | null {
  const owner = others.find(({ bridge }) => bridge.port === port);
  return owner === undefined
    ? null
    : `Port ${port} belongs to ${owner.configuration_name}; ${nextPort(others)} is free.`;
}

function pairsFault(
  { limits, before }: Terms,
  pairs: readonly string[] | undefined,
): string | null {
  if (pairs === undefined) return null;
  const upper = pairs.map((pair) => pair.toUpperCase());
  const twice = pairs.find((_, at) => upper.indexOf(upper[at] ?? '') !== at);
  if (twice !== undefined) return `${twice} is chosen twice.`;
  // After a change to a smaller plan, everything else may still be changed.
  const same = before?.risk.currency_pairs.join() === pairs.join();
  return same ? null : tooManyPairs(limits, pairs);
}

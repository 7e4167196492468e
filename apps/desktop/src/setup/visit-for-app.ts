import { terminalVisits, type Visit } from '@quorate/bot/doctor/visit-terminal';
import { wrongAccount } from '@quorate/bot/live/live-account';
import { findSymbol } from '@quorate/bot/mt5/broker/symbol-finder';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { DesktopDeps, Runs } from '../parts.ts';
import { isAtWork } from './ask-bot-at-work.ts';

type VisitDeps = Pick<DesktopDeps, 'timers'> &
  Readonly<{ runs: Pick<Runs, 'atWork' | 'onChange'> }>;

/** What the broker calls the pairs, by the person's name of them. */
export type Known = Readonly<Record<string, string>>;

/** A terminal that was started a moment ago has dialled in before it has signed in to its broker. */
const SETTLE_MS = 10_000;

/**
 * Listens for the terminal until its bot is started, which needs the port itself.
 *
 * @param until UTC, ms
 * @param signal ends it
 */
export function appVisits(
  { timers, runs }: VisitDeps,
  profile: Profile,
  until: number,
  signal: AbortSignal,
) {
  const started = new AbortController();
  const { configuration_name: name } = profile;
  const end = runs.onChange(() => {
    if (isAtWork(runs, name)) started.abort();
  });
  const listen = terminalVisits(timers, AbortSignal.any([signal, started.signal]), {
    ms: Math.min(SETTLE_MS, Math.max(0, until - timers.now())),
    isSettled: ({ permissions, account }, meant) =>
      permissions.connected && wrongAccount(account, meant) === null,
  });
  let known: Known = {};
  let isTaken = false;
  return {
    visit: <Result>(meant: Profile, token: string, look: (visit: Visit) => Promise<Result>) =>
      listen(meant, token, Math.max(0, until - timers.now()), async (visit) => {
        isTaken = visit.kind === 'taken';
        const result = await look(visit);
        if (visit.kind === 'here') known = await namesOf(visit, meant);
        return result;
      }),
    known: () => known,
    /** Whether its bot was started in between. */
    isOver: () => started.signal.aborted,
    isPortTaken: () => isTaken,
    end,
  };
}

async function namesOf(
  { link }: Extract<Visit, { kind: 'here' }>,
  { risk }: Profile,
): Promise<Known> {
  const outcome = await link.request('symbol.names', {});
  if (outcome.kind !== 'ok') return {};
  const { names } = outcome.answer;
  const found = risk.currency_pairs.map((pair) => findSymbol(pair, names));
  return Object.fromEntries(
    found.flatMap((each) => (each.kind === 'found' ? [[each.wanted, each.name]] : [])),
  );
}

import { BotFault } from '@quorate/bot/bot-fault';
import { askRunningBot } from '@quorate/bot/doctor/check-terminal';
import { allowListStep, type Finding } from '@quorate/bot/doctor/finding';
import type { TerminalInstall } from '@quorate/bot/mt5/install/find-terminals';
import { isShared } from '@quorate/bot/mt5/install/share-token';
import type { Profile } from '@quorate/bot/profiles/profile';
import { endedAgain } from '@quorate/bot/terminal/terminal-steps';
import { profileSecret, type Vault } from '@quorate/bot/vault/vault';
import { t } from '@quorate/bot/words';
import { loadOrNull } from '../local-fault.ts';
import type { Configurations } from '../parts.ts';
import { isAtWork, type Known, type LookDeps, lookAtSetup } from './look-at-setup.ts';
import { type SetUpDeps, type Steps, setUpTerminal } from './set-up-terminal.ts';

/** One piece of work for one configuration. */
export type Work = {
  /** `set-up`: the terminal is set up first. */
  readonly kind: 'check' | 'set-up';
  readonly name: string;
  readonly over: AbortController;
  readonly steps: Steps;
  findings: readonly Finding[];
  /** UTC, ms, until when the terminal is waited for; null before it is looked at. */
  until: number | null;
  done: Promise<void>;
};

export type WorkDeps = LookDeps &
  Omit<SetUpDeps, 'hasTerminal' | 'otherOwner'> &
  Readonly<{
    configurations: Pick<Configurations, 'names' | 'load'>;
    /** @throws BotFault `profile` */
    load(name: string): Profile;
    /** What the broker calls the pairs, from an earlier visit. */
    knownOf(profile: Profile): Known;
    /** How long the terminal is waited for, in place of the usual times. */
    terminalWaitMs?: number;
    tell(): void;
    /** A start file is there until this settles, and until `closing` at most. */
    reading(removed: Promise<void>): void;
    closing: AbortSignal;
  }>;

/** What was found; `looked` null where the configuration's file cannot be used. */
export type CarriedOut = Readonly<{ looked: Profile | null; known: Known }>;

/** An expert that found nobody dials again every 15 s at most. */
const WAIT_MS = 20_000;
/** A terminal that was started a moment ago, or that somebody starts elsewhere, takes its time. */
const LONG_WAIT_MS = 60_000;

/**
 * Sets the terminal up where that was asked for, then looks at everything.
 *
 * @returns null where it was ended before its time
 */
export async function carryOut(deps: WorkDeps, work: Work): Promise<CarriedOut | null> {
  const { name, over } = work;
  const { signal } = over;
  const read = new AbortController();
  const leaving = leavingStep(work);
  const isReady =
    work.kind === 'check' || (await setUp(deps, work, read.signal, () => leaving.onEnd()));
  if (signal.aborted) return null;
  const allowing = isReady && work.kind === 'set-up' ? allowStep(deps, work) : null;
  const isLong = work.kind === 'set-up' || deps.roots.appData === null;
  const usualMs = isLong ? LONG_WAIT_MS : WAIT_MS;
  const waitMs = isReady ? (deps.terminalWaitMs ?? usualMs) : 0;
  work.until = deps.timers.now() + waitMs;
  deps.tell();
  const profile = loaded(deps, name);
  const known = await lookAtSetup(deps, profile, {
    waitMs,
    signal,
    tell(found) {
      work.findings = [...work.findings, ...found];
      deps.tell();
    },
  });
  const isHere = work.findings.some(
    ({ check, status }) => check === 'account' && (status === 'ok' || status === 'fail'),
  );
  // It has read its start file, or it would not be signed in.
  if (isHere) read.abort();
  leaving.end(isHere);
  if (isHere) allowing?.done();
  else allowing?.fail(t`${{ text: allowing.text }} No terminal has dialled in yet.`);
  return signal.aborted ? null : { looked: profileIn(profile), known };
}

async function setUp(
  deps: WorkDeps,
  work: Work,
  read: AbortSignal,
  onEnd: () => void,
): Promise<boolean> {
  const { name, over, steps } = work;
  const { signal } = over;
  const profile = profileIn(loaded(deps, name));
  if (profile === null) {
    steps.begin(t`Read the configuration`).fail(t`The configuration ${{ name }} cannot be used`);
    return false;
  }
  const hasTerminal = async (meant: Profile) => {
    const told = await askRunningBot(meant, deps.dataDir, 'app', signal);
    return told?.some(({ check, status }) => check === 'connection' && status === 'ok') ?? false;
  };
  const ownerOf: SetUpDeps['otherOwner'] = (terminal, meant) => {
    const owner = otherOwner(deps, terminal, meant);
    return owner === null ? null : { name: owner, isAtWork: isAtWork(deps.runs, owner) };
  };
  return setUpTerminal({ ...deps, hasTerminal, otherOwner: ownerOf }, profile, {
    steps,
    signal,
    known: deps.knownOf(profile),
    read: AbortSignal.any([read, deps.closing]),
    reading: deps.reading,
    onEnd,
  });
}

/** The step that is left for the person: it is done once the terminal dials in. */
function allowStep(deps: WorkDeps, { name, steps }: Work) {
  const profile = profileIn(loaded(deps, name));
  if (profile?.bridge.transport !== 'tcp') return null;
  if (deps.roots.appData === null && profile.terminal_path === null) return null;
  const text = t`Once, by hand. ${{ allowListStep: allowListStep(profile.bridge.port) }}`;
  return { text, ...steps.begin(text) };
}

/**
 * What is to be done where the terminal that was started ends again: one that is open already has been brought
 * to the front, and takes no notice of its start file. It may also have updated itself, and dial in a little later.
 */
function leavingStep({ steps, over }: Work) {
  let step: ReturnType<Steps['begin']> | null = null;
  let isOver = false;
  return {
    onEnd() {
      if (isOver || step !== null || over.signal.aborted) return;
      step = steps.begin(endedAgain());
      step.fail(
        t`${{ endedAgain: endedAgain() }}. Close MetaTrader 5 and press "Set up terminal" again.`,
      );
    },
    end(isHere: boolean) {
      isOver = true;
      if (isHere) step?.done(t`${{ endedAgain: endedAgain() }}. One has dialled in all the same`);
    },
  };
}

function loaded(deps: WorkDeps, name: string): Profile | BotFault {
  try {
    return deps.load(name);
  } catch (error) {
    if (error instanceof BotFault) return error;
    throw error;
  }
}

/** Why it cannot be used is what the looking finds. */
function profileIn(profile: Profile | BotFault): Profile | null {
  return profile instanceof BotFault ? null : profile;
}

type OwnerDeps = Readonly<{ vault: Vault; configurations: Pick<Configurations, 'names' | 'load'> }>;

/** Another configuration that shares its token with this terminal; null where none does. */
function otherOwner(
  { vault, configurations }: OwnerDeps,
  { dataFolder }: TerminalInstall,
  { configuration_name: own }: Profile,
): string | null {
  const others = configurations.names().filter((name) => name.toLowerCase() !== own.toLowerCase());
  for (const name of others) {
    const other = loadOrNull(configurations, name);
    const token = other && vault.get(profileSecret(name, 'bridge-token'));
    if (other && token !== null && isShared(dataFolder, token, other))
      return other.configuration_name;
  }
  return null;
}

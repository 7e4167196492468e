import { BotFault } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { Given } from '../credentials.ts';
import { savedSignInIn } from '../service/saved-sign-in.ts';
import { deviceName, type Session, signIn } from '../service/session.ts';
import type { LiveOptions } from './live-command.ts';

type SignInDeps = Pick<
  BotDeps,
  'output' | 'timers' | 'sleep' | 'random' | 'fetch' | 'hostName' | 'openVault'
>;

type SignInTerms = Readonly<{
  options: Pick<LiveOptions, 'profile' | 'dataDir'>;
  given: Given;
  /** The run is stopped, or its journal is broken. */
  ending: AbortSignal;
}>;

/** How long a bar waits for a service that is out of reach. */
const GIVE_UP_MS = 30_000;
/** Between two attempts to sign in to a service that is away. */
const SIGN_IN_AGAIN_MS = 5_000;

/**
 * A service that is away is tried again: what is open is guarded meanwhile, and a bot that had ended would
 * guard nothing.
 *
 * @returns null where the run ends first
 */
export async function signInPatiently(
  deps: SignInDeps,
  trading: SignInTerms,
): Promise<Session | null> {
  const { ending } = trading;
  let told = false;
  while (!ending.aborted) {
    try {
      return await signInToService(deps, trading);
    } catch (error) {
      const code = error instanceof BotFault ? error.code : null;
      if (code === 'interrupted' && ending.aborted) return null;
      if (!(error instanceof BotFault) || code !== 'service_unreachable') throw error;
      if (!told) {
        deps.output.line(
          `${error.message} Nothing is opened until it is there; what is open is guarded. It is tried again until the bot is stopped.`,
        );
      }
      told = true;
      await deps.sleep(SIGN_IN_AGAIN_MS, ending);
    }
  }
  return null;
}

function signInToService(
  deps: SignInDeps,
  { options, given, ending }: SignInTerms,
): Promise<Session> {
  const { profile, dataDir } = options;
  const { service, user } = profile;
  const who = { service, user };
  return signIn(
    {
      http: { fetch: deps.fetch, service },
      clock: deps.timers,
      sleep: deps.sleep,
      random: deps.random,
      notify: deps.output.line,
      giveUpAfterMs: GIVE_UP_MS,
      stop: ending,
      saved: savedSignInIn(deps.openVault(dataDir), dataDir, who),
    },
    { ...given, user, deviceName: deviceName(deps.hostName) },
  );
}

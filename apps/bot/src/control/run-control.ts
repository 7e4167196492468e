import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { ControlAnswer, OwnerCommand } from '../live/control.ts';
import { liveFolder } from '../live/live-account.ts';
import type { Profile } from '../profiles/profile.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { createStopSignal, type StopSignal } from '../run/stop-signal.ts';
import type { Timers } from '../timers.ts';
import { t } from '../words.ts';
import { documentText, openText, statusText } from './status-text.ts';

export type ControlOptions = Readonly<{
  command: OwnerCommand;
  /** null for the only profile there is. */
  profile: string | null;
  dataDir: string;
  json: boolean;
  /** Whether closing everything needs no question. */
  yes: boolean;
  /** How long the answer is waited for; where no bot runs, how long `flatten` waits for the terminal. */
  waitMs: number;
}>;

type ControlDeps = Pick<BotDeps, 'output' | 'prompt' | 'stop'> &
  Readonly<{
    ask(folder: string, command: OwnerCommand, signal: AbortSignal): Promise<ControlAnswer>;
    /**
     * Listens for the terminal, closes everything of ours and halts the expert.
     *
     * @throws BotFault `terminal` when none comes
     */
    flattenAlone(profile: Profile, options: ControlOptions): Promise<ExitCode>;
  }>;

/**
 * Speaks to the bot that runs with a profile.
 *
 * @throws BotFault `not_running` where the command needs one, `terminal` when it could not do it
 */
export async function runControl(deps: ControlDeps, options: ControlOptions): Promise<ExitCode> {
  const { command, dataDir } = options;
  const profile = loadProfile(dataDir, options.profile);
  if (command === 'flatten' && !options.yes) await confirm(deps, profile);
  const late = AbortSignal.timeout(options.waitMs);
  const ask = (what: OwnerCommand, signals: AbortSignal[]) =>
    deps.ask(liveFolder(dataDir, profile), what, AbortSignal.any(signals));
  const answer = await ask(command, [deps.stop.interrupted, late]);
  if (deps.stop.interrupted.aborted) {
    throw new BotFault('interrupted', t`Interrupted; the bot may still carry out ${{ command }}.`);
  }
  if (late.aborted && answer.kind !== 'answered') {
    const left = command === 'flatten' ? await ask('status', [AbortSignal.timeout(SOON_MS)]) : null;
    throw new BotFault('terminal', lateText(options, profile, left));
  }
  switch (answer.kind) {
    case 'answered':
      tell(deps, options, profile, answer.body);
      return EXIT.done;
    case 'failed':
      throw new BotFault(
        'terminal',
        t`The bot did not carry out ${{ command }}: ${{ message: answer.message }}`,
      );
    case 'not-running':
      return withoutBot(deps, options, profile);
  }
}

/** For a bot that is well. */
const SOON_MS = 5_000;

function lateText(
  { command, waitMs }: ControlOptions,
  { configuration_name: name }: Profile,
  left: ControlAnswer | null,
): string {
  const seconds = waitMs / 1_000;
  if (left?.kind !== 'answered') {
    return t`A bot runs with the profile ${{ name }} and has not answered ${{ command }} within ${{ seconds }} s. It may hang: end its process and start it again; stops stand at the broker.`;
  }
  return t`Not everything of ${{ name }} is closed after ${{ seconds }} s. Still open: ${{ open: openText(left.body) ?? t`the terminal does not say` }}. The bot goes on trying, and the stops stand at the broker. Look again with: bot status --profile ${{ name }}`;
}

async function confirm({ prompt }: ControlDeps, profile: Profile): Promise<void> {
  const { configuration_name: name, account_number: account, account_type: type } = profile;
  if (prompt === null)
    throw new BotFault('usage', t`To close everything of ${{ name }}, give --yes.`);
  const answer = await prompt.ask(
    t`Close every position of the bot on ${{ type }} account ${{ account }}? Type the account number: `,
  );
  if (answer !== account) throw new BotFault('usage', t`Nothing was closed.`);
}

function tell(
  { output }: ControlDeps,
  { command, json }: ControlOptions,
  profile: Profile,
  body: unknown,
): void {
  const name = profile.configuration_name;
  if (json) {
    output.out(`${JSON.stringify({ success: true, running: true, body })}\n`);
    return;
  }
  switch (command) {
    case 'status':
      output.out(statusText(profile, body));
      return;
    case 'stop':
      output.line(t`The bot of ${{ name }} is ending; positions stay open with their stops.`);
      return;
    case 'flatten':
      output.line(
        t`Everything of ${{ name }} is closed, and nothing new is opened until: bot resume`,
      );
      output.out(documentText(name, body));
      return;
    case 'halt':
      output.line(t`The bot of ${{ name }} opens nothing new until: bot resume`);
      return;
    case 'resume':
      output.line(t`The bot of ${{ name }} may open positions again.`);
  }
}

async function withoutBot(
  deps: ControlDeps,
  options: ControlOptions,
  profile: Profile,
): Promise<ExitCode> {
  const { output } = deps;
  const { command, json } = options;
  const name = profile.configuration_name;
  switch (command) {
    case 'status':
    case 'stop':
      output.line(
        command === 'stop'
          ? t`No bot runs with the profile ${{ name }}. There is nothing to end.`
          : t`No bot runs with the profile ${{ name }}.`,
      );
      if (json) output.out(`${JSON.stringify({ success: true, running: false })}\n`);
      return EXIT.done;
    case 'halt':
    case 'resume':
      throw new BotFault(
        'not_running',
        t`No bot runs with the profile ${{ name }}; start it with: bot live --profile ${{ name }}`,
      );
    case 'flatten':
      output.line(t`No bot runs with the profile ${{ name }}: waiting for its terminal alone.`);
      return deps.flattenAlone(profile, options);
  }
}

/**
 * Closes everything where no bot runs: a live run that only does that, given up when no terminal comes, or
 * one that came does not let go.
 *
 * @param waitMs for the terminal, and again for the closing
 * @param run a live run that ends when its stop signal comes; it tells when the terminal has come
 * @throws BotFault `terminal` when none came in time, or with what is still open
 */
export async function flattenWithin(
  timers: Timers,
  interrupted: AbortSignal,
  waitMs: number,
  run: (stop: StopSignal, came: () => void) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stop = createStopSignal();
  let isLate = false;
  let isThere = false;
  const end = () => stop.stop({ kind: 'interrupted' });
  interrupted.addEventListener('abort', end);
  const late = () => {
    isLate = true;
    end();
  };
  let callOff = timers.after(waitMs, late);
  const came = () => {
    if (isThere) return;
    isThere = true;
    callOff();
    callOff = timers.after(waitMs, late);
  };
  try {
    return await run(stop, came);
  } catch (error) {
    if (!isLate || !(error instanceof BotFault) || error.code !== 'interrupted') throw error;
    if (isThere)
      throw new BotFault(
        'terminal',
        t`After ${{ seconds: waitMs / 1_000 }} s: ${{ message: error.message }}`,
      );
    throw new BotFault(
      'terminal',
      t`No terminal with the account of the profile has dialled in within ${{ seconds: waitMs / 1_000 }} s: nothing was closed. Start it, or close the positions by hand; their stops stand at the broker.`,
    );
  } finally {
    callOff();
    interrupted.removeEventListener('abort', end);
  }
}

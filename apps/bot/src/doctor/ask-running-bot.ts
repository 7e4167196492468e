import { z } from 'zod';
import { askControl } from '../live/control.ts';
import { liveFolder } from '../live/live-account.ts';
import { permissions } from '../mt5/bridge/records.ts';
import type { Profile } from '../profiles/profile.ts';
import { permissionsFinding } from './check-connection.ts';
import { type DoctorWords, type Finding, fail, ok, warn } from './finding.ts';

const status = z.object({
  /** Whose bot it is. */
  profile: z.string().optional(),
  connected: z.boolean(),
  halted: z.boolean(),
  account: z.object({ login: z.string(), server: z.string(), trade_mode: z.string() }).optional(),
  /** As the terminal told them last; absent while it is not there. */
  permissions: permissions.optional(),
});

/** For a bot that is well. */
const ANSWER_MS = 5_000;

/**
 * What a bot that runs with the profile says of its terminal. It holds the port, so nobody else can listen.
 *
 * @returns null where none runs
 */
export async function askRunningBot(
  profile: Profile,
  dataDir: string,
  words: DoctorWords,
  signal: AbortSignal,
): Promise<readonly Finding[] | null> {
  const late = AbortSignal.timeout(ANSWER_MS);
  const soon = AbortSignal.any([signal, late]);
  const answer = await askControl(liveFolder(dataDir, profile), 'status', soon);
  if (answer.kind === 'not-running') return null;
  const bot = `a bot runs with this ${words.noun}`;
  if (answer.kind === 'failed') {
    return [
      warn(
        'connection',
        late.aborted
          ? `${bot} and has not answered within ${ANSWER_MS / 1_000} s`
          : `${bot} and does not answer: ${answer.message}`,
      ),
    ];
  }
  const told = status.safeParse(answer.body);
  if (!told.success) return [ok('connection', bot)];
  const { connected, halted, account, permissions: given, profile: owner } = told.data;
  const own = profile.configuration_name;
  // Two with one account share its folder, and a bot trades for one of them alone.
  if (owner !== undefined && owner.toLowerCase() !== own.toLowerCase()) {
    return [
      fail(
        'connection',
        `the bot of ${owner} is at work on account ${profile.account_number} at ${profile.broker_server}`,
        `Stop that bot, or give ${own} an account of its own.`,
      ),
    ];
  }
  const findings: Finding[] = [
    connected
      ? ok('connection', `${bot}, and its terminal is connected`)
      : warn('connection', `${bot}, and waits for its terminal`),
  ];
  if (account) {
    findings.push(ok('account', `${account.login} at ${account.server}, ${account.trade_mode}`));
  }
  if (given) findings.push(permissionsFinding(given));
  if (halted) {
    const advice = words.resume(profile.configuration_name);
    findings.push(warn('halted', 'the bot is halted and opens nothing', advice));
  }
  return findings;
}

import { z } from 'zod';
import { askControl } from '../live/control.ts';
import { liveFolder } from '../live/live-account.ts';
import type { Profile } from '../profiles/profile.ts';
import { type Finding, ok, warn } from './finding.ts';

const status = z.object({
  connected: z.boolean(),
  halted: z.boolean(),
  account: z.object({ login: z.string(), server: z.string(), trade_mode: z.string() }).optional(),
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
  signal: AbortSignal,
): Promise<readonly Finding[] | null> {
  const late = AbortSignal.timeout(ANSWER_MS);
  const soon = AbortSignal.any([signal, late]);
  const answer = await askControl(liveFolder(dataDir, profile), 'status', soon);
  if (answer.kind === 'not-running') return null;
  if (answer.kind === 'failed') {
    return [
      warn(
        'connection',
        late.aborted
          ? `a bot runs with this profile and has not answered within ${ANSWER_MS / 1_000} s`
          : `a bot runs with this profile and does not answer: ${answer.message}`,
      ),
    ];
  }
  const told = status.safeParse(answer.body);
  if (!told.success) return [ok('connection', 'a bot runs with this profile')];
  const { connected, halted, account } = told.data;
  const findings: Finding[] = [
    connected
      ? ok('connection', 'a bot runs with this profile, and its terminal is connected')
      : warn('connection', 'a bot runs with this profile, and waits for its terminal'),
  ];
  if (account) {
    findings.push(ok('account', `${account.login} at ${account.server}, ${account.trade_mode}`));
  }
  if (halted) {
    const advice = `Let it go on with: bot resume --profile ${profile.configuration_name}`;
    findings.push(warn('halted', 'the bot is halted and opens nothing', advice));
  }
  return findings;
}

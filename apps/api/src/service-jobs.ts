import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { removeExpiredDeviceCodes } from './features/account/devices/devices.service.ts';
import { answerMailRequests } from './features/account/mail-requests/answer-mail-requests.ts';
import { removeOldLinks } from './features/account/mailed-links.ts';
import { removeExpiredChallenges } from './features/account/second-factors/remove-expired-challenges.ts';
import { removeOldEvents } from './features/account/security/overview.service.ts';
import { removeExpiredSessions } from './features/account/sessions/remove-expired.ts';
import { noteFailedSignIns } from './features/account/sign-in/failed-sign-ins.ts';
import type { Job } from './jobs.ts';
import { deliverMail, removeOldMails } from './mail/outbox.ts';
import { embeddedMailbox, smtpTransport } from './mail/transport.ts';
import { removeOldCounts } from './rate-limit.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

type JobDeps = Readonly<{ db: Db; clock: Clock }>;

/** Everything the service does without being asked. */
export function serviceJobs(config: Config, { db, clock }: JobDeps): Job[] {
  const { brand, publicUrl, limits } = config;
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : embeddedMailbox;
  const deps = { db, clock };
  const asked = { ...deps, brand, publicUrl, limits };
  return [
    { name: 'answer-mail-requests', everyMs: SECOND_MS, run: () => answerMailRequests(asked) },
    { name: 'note-failed-sign-ins', everyMs: SECOND_MS, run: () => noteFailedSignIns(deps) },
    { name: 'deliver-mail', everyMs: SECOND_MS, run: () => deliverMail({ ...deps, transport }) },
    { name: 'remove-expired-sessions', everyMs: HOUR_MS, run: () => removeExpiredSessions(deps) },
    {
      name: 'remove-expired-challenges',
      everyMs: HOUR_MS,
      run: () => removeExpiredChallenges(deps),
    },
    {
      name: 'remove-expired-device-codes',
      everyMs: HOUR_MS,
      run: () => removeExpiredDeviceCodes(deps),
    },
    { name: 'remove-old-mails', everyMs: HOUR_MS, run: () => removeOldMails(deps) },
    { name: 'remove-old-security-events', everyMs: HOUR_MS, run: () => removeOldEvents(deps) },
    { name: 'remove-old-links', everyMs: HOUR_MS, run: () => removeOldLinks(deps) },
    { name: 'remove-old-counts', everyMs: HOUR_MS, run: () => removeOldCounts(deps) },
  ];
}

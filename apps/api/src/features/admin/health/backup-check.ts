import type { HealthCheck } from '@quorate/contract/admin-health';
import type { findLastBackup } from '../../../db/made-backups.ts';
import { ageWords, countWords, judged } from './judge.ts';

/** A nightly one that was missed once. */
const OLD_S = 48 * 3_600;

/**
 * @param last null where none is known of
 * @param serviceAgeS how long there has been something to lose
 */
export function backupCheck(
  last: Awaited<ReturnType<typeof findLastBackup>>,
  serviceAgeS: number,
): HealthCheck {
  const named = { key: 'backup', label: 'Backup' };
  if (!last)
    return judged(
      named,
      serviceAgeS > OLD_S ? 'look' : 'fine',
      'None has been made so far with “npm run backup”.',
      'Make one each night and keep it on another machine (docs/operations.md). This page knows nothing of backups that are made otherwise.',
    );
  const megabytes = Math.max(1, Math.round(last.bytes / 1e6)).toLocaleString('en-US');
  return judged(
    named,
    last.age_s > OLD_S ? 'look' : 'fine',
    `The last one is ${ageWords(last.age_s)} old: ${countWords(last.rows, 'row')}, ${megabytes} MB, ${last.file} on ${last.host}.`,
    `It is older than ${ageWords(OLD_S)}. See why the nightly one was not made: “systemctl status quorate-backup”, where it runs by systemd.`,
  );
}

import type { HealthCheck } from '@quorate/contract/admin-health';
import type { findLastBackup } from '../../../db/made-backups.ts';
import { ageWords, countWords, judged } from './judge.ts';

/** A nightly one that was missed once. */
const OLD_S = 48 * 3_600;

/** @param last null where none was noted */
export function backupCheck(last: Awaited<ReturnType<typeof findLastBackup>>): HealthCheck {
  const named = { key: 'backup', label: 'Backup' };
  if (!last)
    return judged(
      named,
      'look',
      'No backup yet with “npm run backup”.',
      'Make one each night and keep it on another machine (docs/operations.md). This page does not see backups made in another way.',
    );
  const megabytes = Math.max(1, Math.round(last.bytes / 1e6)).toLocaleString('en-US');
  return judged(
    named,
    last.age_s > OLD_S ? 'look' : 'fine',
    `The last one is ${ageWords(last.age_s)} old: ${countWords(last.rows, 'row')}, ${megabytes} MB, ${last.file} on ${last.host}.`,
    `It is older than ${ageWords(OLD_S)}. See why the nightly one was not made: “systemctl status quorate-backup”, where it runs by systemd.`,
  );
}

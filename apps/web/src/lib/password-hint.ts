import { t } from '@lingui/core/macro';

/** What stands beside the field of a new password; the service refuses what is guessed first. */
export function newPasswordHint(min: number): string {
  return t`At least ${min} characters. Three or four words that do not belong together are best.`;
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/runtime-macro';
import { validationError } from '../../http/app-error.ts';
import { type Weakness, weaknessOf } from './common-passwords.ts';
import { accountKey } from './users.queries.ts';

const HINT = msg`Try three or four words that do not belong together, or use a password manager.`;

const WORDS: Readonly<Record<Weakness, MessageDescriptor>> = {
  own_name: msg`The password must not be your username or email, also with other signs added.`,
  leaked: msg`This password, or one very much like it, is one of the first that others would try.`,
  pattern: msg`This password repeats itself or follows the keyboard, so others would try it early.`,
  digits: msg`Digits alone, such as a date, are guessed quickly.`,
};

/**
 * Refuses passwords that are guessed first. For sign-up, reset and change, after the specification's own
 * checks.
 *
 * @throws AppError validation_failed, for the field `password`
 */
export function expectFairPassword(
  password: string,
  owner: { username: string; email: string },
): void {
  const email = accountKey(owner.email);
  const names = [accountKey(owner.username), email, email.split('@', 1)[0] ?? ''];
  const weakness = weaknessOf(accountKey(password).trim(), names);
  if (weakness === null) return;
  throw validationError([
    { field: 'password', message: ({ t }) => `${t(WORDS[weakness])} ${t(HINT)}` },
  ]);
}

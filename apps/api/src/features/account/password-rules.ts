import { validationError } from '../../app-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { accountKey } from './users.queries.ts';

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
  const typed = accountKey(password).trim();
  const name = accountKey(owner.email).split('@', 1)[0] ?? '';
  if ([accountKey(owner.username), accountKey(owner.email), name].includes(typed)) {
    throw refusal('The password must not be your username or email. Please choose another.');
  }
  if (isCommonPassword(typed)) {
    throw refusal(
      'This password is one of the first that others would try. Please choose another.',
    );
  }
}

function refusal(message: string) {
  return validationError([{ field: 'password', message }]);
}

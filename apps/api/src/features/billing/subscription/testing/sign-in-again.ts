import { login } from '@quorate/contract/account';
import type { TestUser } from '../../../../../test/helpers/builders.ts';
import type { TestService } from '../../../../../test/helpers/test-service.ts';

/** The same person with a session that lives: those of before end on a clock that moves by months. */
export async function signInAgain(service: TestService, before: TestUser): Promise<TestUser> {
  const { password, user } = before;
  const body = { username_or_email: user.username, password };
  const { access_token } = await service.call(login, { body });
  return { ...before, token: access_token };
}

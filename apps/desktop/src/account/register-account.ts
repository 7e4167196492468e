import { signIn, signInSecondFactor, signInWithCode, signOut } from '../contract/sign-in.ts';
import type { LocalRoute } from '../host/local-route.ts';
import type { DesktopAccount } from './create-account.ts';

/** The calls with which people sign in and out. */
export function registerAccount(route: LocalRoute, account: DesktopAccount): void {
  route(signIn, ({ body }) => account.signIn(body));
  route(signInSecondFactor, ({ body }) => account.signInSecondFactor(body));
  route(signInWithCode, ({ body }) => account.signInWithCode(body));
  route(signOut, () => account.signOut().then(() => ({ done: true }) as const));
}

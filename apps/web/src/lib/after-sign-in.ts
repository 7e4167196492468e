import { checkoutPath, chosenPlan, forgetChosenPlan } from './chosen-plan.ts';
import { readTabStored, removeTabStored, writeTabStored } from './tab-storage.ts';

const KEY = 'returnTo';

/** Keeps the page at which this tab's session ended. */
export function keepPlace(path: string): void {
  if (isOwnPath(path)) writeTabStored(KEY, path);
}

/** Where signing in leads: back to where the session ended, to the chosen plan, or to the dashboard. */
export function placeAfterSignIn(): string {
  const place = readTabStored(KEY);
  if (place !== null && isOwnPath(place)) return place;
  const choice = chosenPlan();
  return choice ? checkoutPath(choice) : '/dashboard';
}

/** Once it was gone to. */
export function forgetPlace(): void {
  removeTabStored(KEY);
  forgetChosenPlan();
}

/** A choice that was made after a session had ended comes before the way back. */
export function forgetReturn(): void {
  removeTabStored(KEY);
}

/** A path of this site, whatever was stored: never the address of another one. */
function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path)) return false;
  const { origin } = window.location;
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin;
}

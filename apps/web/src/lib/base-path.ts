import { LANGUAGE } from '@quorate/ui/language';
import { basePathOf } from '@quorate/values/languages';

/** What the addresses of this language's pages begin with. The router adds it; whoever leaves the router must. */
export const BASE_PATH = basePathOf(LANGUAGE);

/** The path of the page at hand, as the router has it. @example '/dashboard' of /es/dashboard */
export function currentPath(): string {
  return withoutBase(window.location.pathname);
}

/** @param path of an address of the site at hand */
export function withoutBase(path: string): string {
  return path.slice(BASE_PATH.length) || '/';
}

import { randomInt } from 'node:crypto';
import { normalForm } from '@quorate/contract/fields';
import { usernameFault } from '@quorate/contract/usernames';

/** Leaves room for a number, should the name be taken. */
const MAX = 26;
/** A provider may send a name of any length. */
const READ_MAX = 256;

/**
 * A username made from what a person is called elsewhere, within the rules of sign-up.
 *
 * @example usernameFrom('Amina Karimi', 'a.k@example.com', 'Quorate') // 'amina.karimi'
 */
export function usernameFrom(name: string, email: string, brandName: string): string {
  const candidates = [name, email.slice(0, email.indexOf('@'))].map(tidy);
  return candidates.find((candidate) => usernameFault(candidate, brandName) === null) ?? 'trader';
}

/** @example anotherUsername('amina.karimi') // 'amina.karimi4711' */
export function anotherUsername(username: string): string {
  return `${username}${randomInt(1_000, 1_000_000)}`;
}

function tidy(text: string): string {
  const allowed = normalForm(text, 'NFKC', READ_MAX)
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '.')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '');
  // By characters, so that none is cut in two.
  return Array.from(allowed)
    .slice(0, MAX)
    .join('')
    .replace(/[._-]+$/, '');
}

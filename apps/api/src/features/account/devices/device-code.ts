import { randomInt } from 'node:crypto';

/**
 * Letters and digits that are told apart in every typeface and read out loud without doubt; without
 * vowels no code is a word.
 */
const ALPHABET = 'BCDFGHJKMNPQRTVWX2346789';
const LENGTH = 8;
const GROUP = 4;

/** Eight characters of 24: one of 110,000,000,000 codes. */
export function newDeviceCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** @example shownDeviceCode('F7KQ2MXD') // 'F7KQ-2MXD' */
export function shownDeviceCode(code: string): string {
  return `${code.slice(0, GROUP)}-${code.slice(GROUP)}`;
}

/**
 * A code as it was typed, without what people add or leave out.
 *
 * @returns null when no code looks like that
 * @example readDeviceCode(' f7kq 2mxd ') // 'F7KQ2MXD'
 */
export function readDeviceCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  const known = Array.from(code).every((character) => ALPHABET.includes(character));
  return known && code.length === LENGTH ? code : null;
}

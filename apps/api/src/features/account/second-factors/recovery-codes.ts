import { randomInt } from 'node:crypto';
import { normalForm } from '@quorate/contract/fields';
import { RECOVERY_CODES } from '@quorate/contract/second-factors';
import { hashToken } from '../secrets.ts';

/** What is not taken for something else when it is read: without 0 and o, 1, i and l, and u for its v. */
const ALPHABET = 'abcdefghjkmnpqrstvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const LENGTH = GROUPS * GROUP_LENGTH;
/** With anything between the letters. */
const TYPED_MAX = 64;

/** Ten new codes as they are shown once: 'k7mq-9t2x-hh4d', 58 random bits each. */
export function newRecoveryCodes(): string[] {
  // A set: two equal codes, unlikely as they are, would be one code too few.
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

/**
 * What is stored of a code. Neither case nor anything between the groups counts.
 *
 * @returns null for what cannot be a recovery code
 */
export function hashRecoveryCode(code: string): string | null {
  const typed = normalForm(code, 'NFKC', TYPED_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return typed.length === LENGTH ? hashToken(typed) : null;
}

function newCode(): string {
  return Array.from({ length: GROUPS }, newGroup).join('-');
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

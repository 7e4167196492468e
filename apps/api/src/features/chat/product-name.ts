import { PAGES } from './library.ts';
import { termsOf } from './words.ts';

/**
 * Takes the product's name out of a message: it says whom one speaks to, not what about. A name that is
 * made of words the pages use stays, because then it may well be the subject.
 *
 * @example createLeaveOutName('Acme')('Acme, what does Pro cost?') // ', what does Pro cost?'
 */
export function createLeaveOutName(name: string): (message: string) => string {
  const used = new Set(
    PAGES.flatMap(({ title, parts, context }) => termsOf([title, ...parts, context].join(' '))),
  );
  if (termsOf(name).every((term) => used.has(term))) return (message) => message;
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?:['’]s)?(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return (message) => message.replace(named, '');
}

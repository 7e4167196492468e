import type { ChatTurn } from '@quorate/contract/chat';
import type { Found, Search } from './search.ts';
import { termsOf } from './words.ts';

/** A question that leans on the one before it ("and for Elite?", "how long?") is asked with it. */
export function findPassages(
  search: Search,
  message: string,
  history: readonly ChatTurn[],
): readonly Found[] {
  const found = search.find(message);
  const before = history.findLast(({ role }) => role === 'user');
  if (found.length > 0 || !before) return found;
  const terms = termsOf(message);
  return terms.every((term) => search.knows(term))
    ? search.find(`${message} ${before.content}`)
    : found;
}

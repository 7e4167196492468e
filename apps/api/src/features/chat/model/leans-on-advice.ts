import type { ChatTurn } from '@quorate/contract/chat';
import { plainWords } from '../advice.ts';
import { occasionOf } from '../small-talk.ts';

const FOLLOWS =
  /^(and|or|but|so|then|ok|okay|what about|how about|why|why not|just|come on|please|hypothetically|y|und|et|e|и)\b/;
const WORDS_MAX = 12;

/** "And gold?" after "Should I buy EURUSD?" asks the same. */
export function leansOnAdvice(message: string, history: readonly ChatTurn[]): boolean {
  const plain = plainWords(message);
  if (plain.split(' ').length > WORDS_MAX || !FOLLOWS.test(plain)) return false;
  const before = history.findLast(({ role }) => role === 'user');
  return before !== undefined && occasionOf(before.content) === 'advice';
}

import { CHAT_LIMITS } from '@quorate/contract/chat';
import { givesAdvice } from '../advice.ts';
import { NO_WORD } from '../words.ts';

/** Why an answer is not shown. */
export type Unfit = 'advice' | 'instructions' | 'person' | 'encoded';

/** So many words of the instructions in a row are no chance. */
const RUN_WORDS = 7;
/** No word of an answer is as long, but a text in an encoding is. */
const LETTERS_IN_A_ROW = /[A-Za-z0-9+/=_\\%&#;-]{60,}/;
const PERSON =
  /\b(i am|i'm|i’m) (not an? (ai|bot|machine|program)|(really |actually |in fact )?an? (real |actual |living )?(human|person|man|woman))\b/i;

/** @param instructions what the model was told, which is nobody's business but its own */
export function createUnfit(instructions: string): (text: string) => Unfit | null {
  const runs = new Set(runsOf(instructions));
  const repeats = (text: string) => runsOf(text).some((run) => runs.has(run));
  const backwards = (text: string) => Array.from(text).toReversed().join('');
  return (text) => {
    // Beyond what is judged, nothing may be said.
    if (text.normalize('NFKC').length > CHAT_LIMITS.historyContent) return 'encoded';
    if (givesAdvice(text)) return 'advice';
    if (repeats(text) || repeats(backwards(text))) return 'instructions';
    if (PERSON.test(text)) return 'person';
    return LETTERS_IN_A_ROW.test(text) ? 'encoded' : null;
  };
}

function runsOf(text: string): string[] {
  const words = text.toLowerCase().split(NO_WORD).filter(Boolean);
  return words.slice(RUN_WORDS - 1).map((_, at) => words.slice(at, at + RUN_WORDS).join(' '));
}

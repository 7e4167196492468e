import { CHAT_LIMITS, type ChatTurn } from '@quorate/contract/chat';
import { givesAdvice, plainWords } from '../advice.ts';
import { occasionOf } from '../offline-assistant.ts';
import { NO_WORD } from '../words.ts';

/** A sentence with its end, or a line: nothing shorter is shown, for a half link could become any link. */
const WHOLE =
  /^[\s\S]*(?:[.!?…。！？](?=\s)|[。！？](?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|\n)/u;
const WAIT_LETTERS_MAX = 600;
/** What came before is judged again with each sentence, so far back; the whole answer once more at its end. */
const JUDGED_BACK = 1_000;
/** Those after them are shown with the whole answer: each one costs a judgement. */
const SENTENCES_MAX = 60;

type ScreenDeps = Readonly<{
  clean(text: string): string;
  unfit(text: string): Unfit | null;
  /** Takes what may be shown. */
  say: ((text: string) => void) | undefined;
}>;

type Screen = Readonly<{
  /** @returns why the answer must end here, null while it may go on */
  hear(text: string): Unfit | null;
}>;

/** Passes an answer on sentence by sentence, each cleaned and judged together with all before it. */
export function createScreen({ clean, unfit, say }: ScreenDeps): Screen {
  let heard = '';
  let passed = 0;
  let sentences = 0;
  return {
    hear(text) {
      heard += text;
      if (sentences >= SENTENCES_MAX) return null;
      const waiting = heard.slice(passed);
      const whole =
        WHOLE.exec(waiting)?.[0] ??
        (waiting.length > WAIT_LETTERS_MAX ? waiting.replace(/\S*$/, '') : '');
      // Nobody writes so much without a blank, and it would be looked through again with each piece.
      if (whole === '') return waiting.length > 2 * WAIT_LETTERS_MAX ? 'encoded' : null;
      const fault = unfit(heard.slice(Math.max(0, passed - JUDGED_BACK), passed + whole.length));
      if (fault) return fault;
      passed += whole.length;
      sentences += 1;
      say?.(clean(whole));
      return null;
    },
  };
}

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

import type { Unfit } from './unfit.ts';

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

export type Screen = Readonly<{
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

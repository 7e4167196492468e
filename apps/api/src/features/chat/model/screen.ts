import type { Unfit } from './unfit.ts';

/** A sentence with its end, or a line: nothing shorter is shown, for a half link could become any link. */
const WHOLE = /^[\s\S]*(?:[.!?…。！？](?=\s)|[。！？]|\n)/;
const WAIT_LETTERS_MAX = 600;

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
  return {
    hear(text) {
      heard += text;
      const waiting = heard.slice(passed);
      const whole =
        WHOLE.exec(waiting)?.[0] ??
        (waiting.length > WAIT_LETTERS_MAX ? waiting.replace(/\S*$/, '') : '');
      if (whole === '') return null;
      const fault = unfit(heard.slice(0, passed + whole.length));
      if (fault) return fault;
      passed += whole.length;
      say?.(clean(whole));
      return null;
    },
  };
}

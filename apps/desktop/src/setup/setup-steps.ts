import type { SetupCheck } from '../contract/setup.ts';

type Step = SetupCheck['steps'][number];

/** What is being done, a line for each step. */
export type Steps = Readonly<{
  list(): readonly Step[];
  /** Begins a step; ending it may say more. */
  begin(text: string): Readonly<{ done(text?: string): void; fail(text: string): void }>;
  /** Nothing is done any more: what still was has failed. */
  end(): void;
}>;

/** @param tell told of every change */
export function createSteps(tell: () => void): Steps {
  const steps: Step[] = [];
  return {
    list: () => steps.slice(),
    begin(text) {
      const place = steps.push({ text, status: 'doing' }) - 1;
      const put = (step: Step) => {
        steps[place] = step;
        tell();
      };
      tell();
      return {
        done: (said = text) => put({ text: said, status: 'done' }),
        fail: (said) => put({ text: said, status: 'failed' }),
      };
    },
    end() {
      for (const [place, step] of steps.entries()) {
        if (step.status === 'doing') steps[place] = { ...step, status: 'failed' };
      }
    },
  };
}

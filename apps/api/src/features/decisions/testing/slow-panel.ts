import { offlinePanel } from '../../../llm/offline-panel.ts';
import type { Panel } from '../../../llm/panel.ts';

export type SlowPanel = Panel & {
  /** How often it was asked. */
  asked(): number;
  /** Resolves when it has been asked so often. */
  whenAsked(times: number): Promise<void>;
  /** Lets everybody who waits, and whoever asks from now on, have the answer, or the error. */
  answer(error?: Error): void;
};

/**
 * The offline analysts, who take as long as the test likes.
 *
 * @param real what each vote really takes, where that is not what was estimated
 */
export function slowPanel(options: { estimate?: number; real?: number } = {}): SlowPanel {
  const gate = Promise.withResolvers<void>();
  // A test that ends with an error has nobody waiting yet.
  gate.promise.catch(() => {});
  const waiting: { times: number; resolve: () => void }[] = [];
  let asked = 0;
  return {
    ...offlinePanel,
    estimateOf: (question) => options.estimate ?? offlinePanel.estimateOf(question),
    async ask(question, signal) {
      asked += 1;
      for (const { times, resolve } of waiting) if (asked >= times) resolve();
      await gate.promise;
      const votes = await offlinePanel.ask(question, signal);
      const { real } = options;
      return real === undefined ? votes : votes.map((vote) => ({ ...vote, tokens: real }));
    },
    asked: () => asked,
    whenAsked(times) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (asked >= times) resolve();
      else waiting.push({ times, resolve });
      return promise;
    },
    answer: (error) => (error ? gate.reject(error) : gate.resolve()),
  };
}

import { offlinePanel } from '../../../models/offline-panel.ts';
import { type Panel, VotingAbandonedError } from '../../../models/panel.ts';

export type SlowPanel = Panel & {
  /** How often it was asked. */
  asked(): number;
  /** Resolves when it has been asked so often. */
  whenAsked(times: number): Promise<void>;
  /** Lets everybody who waits, and whoever asks from now on, have the answer, or the error. */
  answer(error?: Error): void;
  /** Resolves when a vote has been called off so often. */
  whenCalledOff(times: number): Promise<void>;
};

/**
 * The offline analysts, who take as long as the test likes.
 *
 * @param options.real what each vote really takes, where that is not what was estimated
 * @param options.spent what has been taken of a vote that is called off
 */
export function slowPanel(
  options: { estimate?: number; real?: number; spent?: number } = {},
): SlowPanel {
  const gate = Promise.withResolvers<void>();
  // A test that ends with an error has nobody waiting yet.
  gate.promise.catch(() => {});
  const asked = createCount();
  const calledOff = createCount();
  return {
    ...offlinePanel,
    // It stands for language models: a request of a paper account counts, too.
    offline: false,
    estimateOf: (question) =>
      options.estimate === undefined
        ? offlinePanel.estimateOf(question)
        : { all: options.estimate, paid: 0 },
    async ask(question, signal) {
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        calledOff.add();
        reject(new VotingAbandonedError(options.spent ?? 0));
      });
      asked.add();
      await Promise.race([gate.promise, promise]);
      const votes = await offlinePanel.ask(question, signal);
      const { real } = options;
      return real === undefined ? votes : votes.map((vote) => ({ ...vote, tokens: real }));
    },
    asked: () => asked.read(),
    whenAsked: (times) => asked.reaches(times),
    whenCalledOff: (times) => calledOff.reaches(times),
    answer: (error) => (error ? gate.reject(error) : gate.resolve()),
  };
}

/** Counts, and tells who waits for a number. */
function createCount() {
  const waiting: { times: number; resolve: () => void }[] = [];
  let count = 0;
  return {
    read: () => count,
    add() {
      count += 1;
      for (const { times, resolve } of waiting) if (count >= times) resolve();
    },
    reaches(times: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (count >= times) resolve();
      else waiting.push({ times, resolve });
      return promise;
    },
  };
}

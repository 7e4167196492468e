export type UnderWay = Readonly<{
  /** The work that runs under a name; undefined when none does. */
  find(name: string): Promise<unknown> | undefined;
  /** Runs work under a name that nothing runs under, until it has ended. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}>;

/** Which work is being done now, so that those who want the same can wait for it. */
export function createUnderWay(): UnderWay {
  const running = new Map<string, Promise<unknown>>();
  return {
    find: (name) => running.get(name),
    run(name, work) {
      const result = work().finally(() => running.delete(name));
      running.set(name, result);
      return result;
    },
  };
}

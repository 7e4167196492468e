/**
 * Runs the work of one user after another, that of different users side by side: whoever asks ten times
 * at once costs the service no more than whoever asks once.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(who) ?? Promise.resolve();
    // A failure is told to whoever asked for it, not to the next.
    const mine = before.then(work, work);
    last.set(who, mine);
    try {
      return await mine;
    } finally {
      if (last.get(who) === mine) last.delete(who);
    }
  };
}

/** Counts who is there for each user on this process, up to a limit. */
export type Places = Readonly<{
  /** @returns how to leave; null when all places are taken */
  take(userId: string): (() => void) | null;
}>;

export function createPlaces(limit: number): Places {
  const taken = new Map<string, number>();
  return {
    take(userId) {
      const before = taken.get(userId) ?? 0;
      if (before >= limit) return null;
      taken.set(userId, before + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const now = (taken.get(userId) ?? 1) - 1;
        if (now === 0) taken.delete(userId);
        else taken.set(userId, now);
      };
    },
  };
}

import type { OnChange } from './parts.ts';

/** Those who want to hear of changes. */
export type Changes = Readonly<{ onChange: OnChange; tell(): void }>;

export function createChanges(): Changes {
  const hearers = new Set<() => void>();
  return {
    onChange(hear) {
      // The same function may be handed in twice, and each ends for itself.
      const own = () => hear();
      hearers.add(own);
      return () => void hearers.delete(own);
    },
    tell() {
      for (const hear of hearers) hear();
    },
  };
}

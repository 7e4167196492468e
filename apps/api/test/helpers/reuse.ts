/** What a test has for itself while it runs, and other tests of its process after it. */
export type Held = {
  uses: number;
  makeUnused: () => Promise<boolean>;
  remove: () => Promise<void>;
};

/** Rows that were removed still take their room; after so many tests a new database is as fast. */
const USES_MAX = 50;

/** One that a test of this process has used and closed is made what it was, and given to the next. */
export function reuse<Kind extends Held>(make: () => Promise<Kind>) {
  const free: Kind[] = [];
  return {
    async take(): Promise<Kind> {
      for (let used = free.pop(); used; used = free.pop()) {
        if (used.uses < USES_MAX && (await used.makeUnused())) return used;
        await used.remove();
      }
      return make();
    },
    giveBack(used: Kind): void {
      used.uses += 1;
      free.push(used);
    },
    async removeAll(): Promise<void> {
      await Promise.all(free.splice(0).map((used) => used.remove()));
    },
  };
}

import { newSecret } from '../../../src/features/account/secrets.ts';

export type MarkMaker = ((what: string) => string) & { all: Record<string, string> };

/** Letters and digits alone, so that no rule of a field refuses a mark and no encoding hides it. */
export function markMaker(): MarkMaker {
  const all: Record<string, string> = {};
  const make = (what: string) => {
    const text = `Zq${newSecret().tokenHash.slice(0, 10)}${what}`;
    all[what] = text;
    return text;
  };
  return Object.assign(make, { all });
}

import { EXITS } from '@quorate/trading/exits/exits';
import { RULES } from '@quorate/trading/risk/rules';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';

/** Sentences of an example, and signs: `codes` are worded by the desk, and a unit is looked up. */
const NOT_SAID = new Set(['codes', 'unit', 'sign', 'name', 'key']);

/** What `packages/trading` calls its rules, exits and measures, and says of them. The packages know no language. */
export const TRADING_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'packages/trading/src/statistics/measures/catalogue.ts': MEASURES.flatMap(
    ({ name, formula, meaning }) => [name, formula, meaning].filter(isSentence),
  ),
  'packages/trading/src/risk/rules.ts': RULES.flatMap((rule) => sentencesIn(rule)),
  'packages/trading/src/exits/exits.ts': EXITS.flatMap((exit) => sentencesIn(exit)),
};

function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return isSentence(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    NOT_SAID.has(key) ? [] : sentencesIn(part),
  );
}

/** A single word may be a key as well, and is worded where it is shown. */
function isSentence(text: string): boolean {
  return /\S \S/.test(text);
}

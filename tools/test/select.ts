import type { Suite } from './suites.ts';

export type Selection = { kind: 'chosen'; suites: Suite[] } | { kind: 'refused'; reason: string };

/**
 * Chooses what runs. A word that names a suite (or the part of its name before a hyphen) chooses the
 * suite; every other word keeps the files whose path contains it, ignoring case, where `a/b` is an `a`
 * with a `b` somewhere behind it. Without a suite word, all suites are searched.
 *
 * @returns a refusal that names the word when one fits nothing, so that a typing error runs nothing
 * @example select(suites, ['api', 'sync']) // the files of both api suites with "sync" in their path
 */
export function select(suites: readonly Suite[], words: readonly string[]): Selection {
  const names = words.filter((word) => suites.some((suite) => isNamed(suite, word)));
  const paths = words.filter((word) => !names.includes(word));
  const chosen = suites.filter(
    (suite) => names.length === 0 || names.some((name) => isNamed(suite, name)),
  );
  for (const word of paths) {
    if (chosen.some((suite) => suite.files.some((file) => contains(file, word)))) continue;
    const known = suites.map((suite) => suite.name).join(', ');
    const where = names.length === 0 ? '' : ` of ${names.join(' and ')}`;
    return {
      kind: 'refused',
      reason: `'${word}' is no suite, and no test file${where} has it in its path. Suites: ${known}.`,
    };
  }
  if (paths.length === 0) return { kind: 'chosen', suites: chosen };
  const narrowed = chosen
    .map((suite) => ({
      ...suite,
      files: suite.files.filter((file) => paths.some((word) => contains(file, word))),
    }))
    .filter((suite) => suite.files.length > 0);
  return { kind: 'chosen', suites: narrowed };
}

function isNamed(suite: Suite, word: string): boolean {
  return suite.name === word || suite.name.startsWith(`${word}-`);
}

function contains(file: string, word: string): boolean {
  let from = 0;
  for (const part of word.toLowerCase().split('/')) {
    const at = file.toLowerCase().indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

import type { Hazard } from './hazards.ts';

/**
 * What a migration exports that takes away what older code used. It may be released once that code is not
 * run any more: in a later version than the last that used it.
 */
export type TakesAway = Readonly<{ usedUntil: string }>;

export type JudgedMigration = Readonly<{
  name: string;
  hazards: readonly Hazard[];
  takesAway: TakesAway | undefined;
}>;

/**
 * Says why versions before this one could not run while, and after, a migration is done.
 *
 * @param version of the product as it stands
 * @param released whether any version has been released: before, no table is filled anywhere
 * @returns a sentence for each fault
 */
export function judge(
  { name, hazards, takesAway }: JudgedMigration,
  { version, released }: Readonly<{ version: string; released: boolean }>,
): string[] {
  const faults: string[] = [];
  for (const { says, kind } of hazards) {
    if (kind === 'blocks writes') {
      if (released)
        faults.push(`${name} ${says}. List it in apps/api/src/db/large-indexes.ts instead.`);
    } else if (!takesAway) {
      faults.push(
        `${name} ${says}. Expand first: stop using it in one version, take it away in a later one, and export takesAway = { usedUntil: 'the last version that used it' }.`,
      );
    }
  }
  if (takesAway && hazards.every(({ kind }) => kind !== 'takes away')) {
    faults.push(`${name} exports takesAway and takes nothing away.`);
  }
  if (takesAway && released && !isBefore(takesAway.usedUntil, version)) {
    faults.push(
      `${name} takes away what ${takesAway.usedUntil} still uses; this is ${version}, and both run while copies are replaced.`,
    );
  }
  return faults;
}

function isBefore(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0;
}

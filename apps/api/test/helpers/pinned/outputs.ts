import { type Given, placeOf } from './conditions.ts';
import type { Graph, Place } from './graph.ts';
import type { Named, Scope } from './scope.ts';
import { as, columnOf, isFixed, listOf, textOf } from './tree.ts';

/** A spread table at one place of a statement, and its column that has to be one user's. */
export type Use = { table: string; place: Place };

export type Found = { graph: Graph; uses: Use[]; isSpread: (table: string) => boolean };

export type Output = { names: (string | undefined)[]; places: Given; column: Named['columns'] };

export const NO_OUTPUT: Output = { names: [], places: [], column: () => null };

export function renamed(
  output: Output,
  aliases: readonly (string | undefined)[],
): Named['columns'] {
  if (aliases.length === 0) return output.column;
  return (name) => {
    const index = aliases.indexOf(name);
    return index < 0 ? output.column(name) : (output.places[index] ?? null);
  };
}

export function outputOf(found: Found, targets: readonly unknown[], scope: Scope): Output {
  const columns = targets.map((target) => {
    const { name, val } = as('ResTarget', target) ?? {};
    const parts = columnOf(val);
    const star = parts?.at(-1) === '*';
    return { name: textOf(name) ?? parts?.at(-1), place: givenBy(found, val, scope), star, parts };
  });
  return {
    names: columns.map(({ name }) => name),
    places: columns.map(({ place }) => place),
    column(wanted) {
      const named = columns.find(({ name, star }) => !star && name === wanted);
      if (named) return named.place;
      for (const { star, parts } of columns) {
        if (!star) continue;
        const from = parts?.length === 1 ? undefined : parts?.at(-2);
        for (const relation of scope.relations) {
          if (from !== undefined && relation.name !== from) continue;
          const place = relation.column(wanted);
          if (place !== null) return place;
        }
      }
      return null;
    },
  };
}

/** What an expression gives: a column, or a value that is given. */
function givenBy(found: Found, value: unknown, scope: Scope): Place | null {
  const place = placeOf(scope, value);
  if (place !== null || !isFixed(value)) return place;
  const fixed = found.graph.make();
  found.graph.pin(fixed);
  return fixed;
}

export function outputOfValues(found: Found, rows: readonly unknown[], scope: Scope): Output {
  const [first] = rows;
  // Several rows may be of several users.
  const values = rows.length === 1 ? listOf(as('List', first)?.items ?? first) : [];
  const places = values.map((value) => givenBy(found, value, scope));
  const names = places.map((_, index) => `column${index + 1}`);
  return { names, places, column: (name) => places[names.indexOf(name)] ?? null };
}

export function bothOf({ graph }: Found, left: Output, right: Output): Output {
  const both = (one: Place | null, other: Place | null) =>
    one === null || other === null ? null : graph.all([one, other]);
  return {
    names: left.names,
    places: left.places.map((place, index) => both(place, right.places[index] ?? null)),
    column(name) {
      const index = left.names.indexOf(name);
      const other = index < 0 ? right.column(name) : (right.places[index] ?? null);
      return both(left.column(name), other);
    },
  };
}

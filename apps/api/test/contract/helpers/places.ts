import type { Input } from './calls.ts';

type Path = readonly (string | number)[];

/** Where in an input an id could stand: every text of an id's form, and every field that is named like one. */
export function idPlaces(input: Input): Path[] {
  return textPlaces(input).filter((path) => {
    const name = String(path.at(-1));
    return /(^|_)(id|ticket|hash|code|challenge|token)$/.test(name) || isUuid(valueAt(input, path));
  });
}

/** Every place of a text in an input, as the keys that lead to it. */
export function textPlaces(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textPlaces(part, [...path, key]));
}

/** A copy of an input with another value at one place. */
export function withValueAt<T>(value: T, path: Path, put: unknown): T {
  const copy: unknown = structuredClone(value);
  let parent = copy;
  for (const key of path.slice(0, -1)) parent = Reflect.get(Object(parent), key);
  const last = path.at(-1);
  if (last === undefined) throw new Error('a value cannot replace a whole input');
  Reflect.set(Object(parent), last, put);
  return copy as T;
}

/** A copy in which every object holds these too, where it has no key of that name. */
export function withExtras<T>(value: T, extras: Readonly<Record<string, unknown>>): T {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? { ...extras, ...part }
      : part,
  );
  return JSON.parse(text);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((part, key) => Reflect.get(Object(part), key), value);
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

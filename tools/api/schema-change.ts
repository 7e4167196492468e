/** A schema as the document of the API has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a change of a schema does to those who send it, or to those who read it: one line for each. */
export type Side = 'input' | 'output';

/**
 * Changes that break callers. What is sent must still be taken: nothing newly required, nothing narrower.
 * What is answered must still be understood: nothing gone, newly absent or null, and no new kind of value.
 *
 * @param at where in the call, for the lines
 */
export function schemaChanges(side: Side, before: Schema, after: Schema, at: string): string[] {
  const bounds =
    side === 'input' ? boundChanges(before, after, at) : formatChanges(before, after, at);
  const unread = unreadChanges(before, after, at);
  // What holds of a shape among several is compared with each of the others.
  if (optionsOf(before).length + optionsOf(after).length > 0)
    return [...optionChanges(side, before, after, at), ...bounds, ...unread];
  const [wide, narrow] = side === 'input' ? [before, after] : [after, before];
  const kinds = typeChanges(side, wide, narrow, at);
  // Of another kind altogether: its fields and bounds are nothing to compare.
  if (kinds.length > 0 && kinds.length === typesOf(wide).length) return kinds;
  return [
    ...kinds,
    ...enumChanges(side, wide, narrow, at),
    ...bounds,
    ...unread,
    ...propertyChanges(side, before, after, at),
    ...itemChanges(side, before, after, at),
  ];
}

/** Kinds of value that one side had and the other does not take, or does not know. */
function typeChanges(side: Side, wide: Schema, narrow: Schema, at: string): string[] {
  if (narrow.type === undefined) return [];
  const known = listOf(narrow.type);
  // Every integer is a number.
  const fits = (type: unknown) =>
    known.includes(type) || (type === 'integer' && known.includes('number'));
  return typesOf(wide)
    .filter((type) => !fits(type))
    .map((type) =>
      side === 'input'
        ? `${at} does not take ${String(type)} any more`
        : `${at} may be ${String(type)} now`,
    );
}

function typesOf({ type }: Schema): unknown[] {
  return type === undefined ? ['anything'] : listOf(type);
}

/** A text that is answered in another form is read by nobody who knew the form before. */
function formatChanges({ format: old }: Schema, { format: now }: Schema, at: string): string[] {
  if (old === undefined || old === now) return [];
  return [
    now === undefined
      ? `${at} has no format any more, it was ${JSON.stringify(old)}`
      : `${at} has another format: ${JSON.stringify(now)}`,
  ];
}

/** Words of JSON Schema that are not compared here, as no call uses them. */
const UNREAD = ['allOf', 'not', 'if', 'then', 'else', '$ref', 'patternProperties', 'contains'];

function unreadChanges(before: Schema, after: Schema, at: string): string[] {
  return UNREAD.filter((word) => JSON.stringify(before[word]) !== JSON.stringify(after[word])).map(
    (word) => `${at} has another ${word}, which is not compared`,
  );
}

function enumChanges(side: Side, wide: Schema, narrow: Schema, at: string): string[] {
  const known = valuesOf(narrow);
  if (known === null) return [];
  const had = valuesOf(wide);
  if (had === null)
    return [
      side === 'input' ? `${at} takes listed values alone now` : `${at} may be any value now`,
    ];
  return had
    .filter((value) => !known.includes(value))
    .map((value) =>
      side === 'input'
        ? `${at} does not take ${String(value)} any more`
        : `${at} may be ${String(value)} now`,
    );
}

/** `anyOf` and `oneOf` by place, and by their number beyond that. */
function optionChanges(side: Side, before: Schema, after: Schema, at: string): string[] {
  const [was, is] = [optionsOf(before), optionsOf(after)];
  const one = (schema: Schema): Schema[] => (optionsOf(schema).length > 0 ? [] : [schema]);
  const [old, now] = [
    [...was, ...one(before)],
    [...is, ...one(after)],
  ];
  const [each, among] = side === 'input' ? [old, now] : [now, old];
  return each.flatMap((option, place) => {
    const tries = among.map((other) =>
      side === 'input'
        ? schemaChanges(side, option, other, `${at}(${place})`)
        : schemaChanges(side, other, option, `${at}(${place})`),
    );
    if (tries.some((changes) => changes.length === 0)) return [];
    return tries.toSorted((a, b) => a.length - b.length)[0] ?? [`${at}(${place}) is new`];
  });
}

const AT_LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const AT_MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const EXACT = ['pattern', 'format', 'multipleOf', 'default', 'propertyNames'];

function boundChanges(before: Schema, after: Schema, at: string): string[] {
  const tighter = (word: string, worse: (old: number, now: number) => boolean) => {
    const now = after[word];
    if (typeof now !== 'number') return [];
    const old = before[word];
    if (typeof old === 'number' && !worse(old, now)) return [];
    return [`${at} has a ${word} of ${now}${typeof old === 'number' ? `, it was ${old}` : ''}`];
  };
  return [
    ...AT_LEAST.flatMap((word) => tighter(word, (old, now) => now > old)),
    ...AT_MOST.flatMap((word) => tighter(word, (old, now) => now < old)),
    ...EXACT.filter((word) => isTighter(word, before[word], after[word])).map(
      (word) => `${at} has another ${word}: ${JSON.stringify(after[word])}`,
    ),
  ];
}

function isTighter(word: string, old: unknown, now: unknown): boolean {
  if (JSON.stringify(old) === JSON.stringify(now)) return false;
  // Another default means another thing to whoever leaves the field out; one that is gone is told as required.
  return word === 'default' ? old !== undefined && now !== undefined : now !== undefined;
}

function propertyChanges(side: Side, before: Schema, after: Schema, at: string): string[] {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  const required = (schema: Schema) => listOf(schema.required ?? []).map(String);
  const common = Object.keys(was).filter((name) => name in is);
  const inner = common.flatMap((name) =>
    schemaChanges(side, was[name] ?? {}, is[name] ?? {}, `${at}.${name}`),
  );
  if (side === 'input') {
    const demanded = required(after).filter((name) => !required(before).includes(name));
    const gone = Object.keys(was).filter((name) => !(name in is));
    return [
      ...inner,
      ...demanded.map((name) => `${at}.${name} is required now`),
      ...gone.map((name) => `${at}.${name} is not read any more`),
    ];
  }
  const lost = required(before).filter((name) => !required(after).includes(name));
  return [
    ...inner,
    ...lost.map((name) =>
      name in is ? `${at}.${name} may be absent now` : `${at}.${name} is gone`,
    ),
    ...Object.keys(was)
      .filter((name) => !(name in is) && !lost.includes(name))
      .map((name) => `${at}.${name} is gone`),
  ];
}

function itemChanges(side: Side, before: Schema, after: Schema, at: string): string[] {
  const parts = [
    ['items', '[]'],
    ['additionalProperties', '{}'],
  ] as const;
  const within = parts.flatMap(([word, mark]) => {
    const [was, is] = [before[word], after[word]];
    if (isSchema(was) && isSchema(is)) return schemaChanges(side, was, is, `${at}${mark}`);
    const isLost = side === 'input' && word === 'additionalProperties' && isSchema(was);
    return isLost ? [`${at}${mark} is not read any more`] : [];
  });
  return [...within, ...placeChanges(side, before, after, at)];
}

/** Lists of which each place has a schema of its own. */
function placeChanges(side: Side, before: Schema, after: Schema, at: string): string[] {
  const places = ({ prefixItems }: Schema) => listOf(prefixItems ?? []).filter(isSchema);
  const is = places(after);
  return places(before).flatMap((was, place) => {
    const now = is[place];
    const here = `${at}[${place}]`;
    if (now) return schemaChanges(side, was, now, here);
    return [side === 'input' ? `${here} is not read any more` : `${here} is gone`];
  });
}

function valuesOf(schema: Schema): unknown[] | null {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : null;
}

function optionsOf(schema: Schema): Schema[] {
  return [...listOf(schema.anyOf ?? []), ...listOf(schema.oneOf ?? [])].filter(isSchema);
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return (schema.properties ?? {}) as Record<string, Schema>;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

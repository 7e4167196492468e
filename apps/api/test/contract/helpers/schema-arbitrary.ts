import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';

type Json = z.core.JSONSchema.JSONSchema;

/** Longest text that is made where a schema allows more; its full length is tried now and then. */
const USUAL_TEXT = 24;
const EARLIEST = new Date('2024-01-01T00:00:00Z');
const LATEST = new Date('2026-03-02T09:59:59Z');

/**
 * What a schema takes, by its JSON Schema. Rules that JSON Schema cannot say (refinements) are for the
 * caller to keep.
 *
 * @throws Error on any kind of schema it does not know: a new kind must not go untested
 */
export function arbitraryOf(schema: z.ZodType): Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: 'input' }), '');
}

function fromJson(schema: Json | boolean, place: string): Arbitrary<unknown> {
  if (typeof schema === 'boolean') return anything();
  if (schema.allOf || schema.not) throw unknown(schema, place);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fromJson(option, place)));
  switch (schema.type) {
    case 'string':
      return text(schema, place);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(schema, place);
    case 'object':
      return object(schema, place);
    case undefined:
      if (Object.keys(schema).every((key) => ['$schema', 'default'].includes(key)))
        return anything();
  }
  throw unknown(schema, place);
}

function unknown(schema: Json, place: string): Error {
  return new Error(`no input is known for ${place || 'the schema'}: ${JSON.stringify(schema)}`);
}

function anything(): Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 2 });
}

function text(schema: Json, place: string): Arbitrary<unknown> {
  switch (schema.format) {
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return moment();
    case 'date':
      return moment().map((time) => time.slice(0, 10));
    case undefined:
      break;
    default:
      throw unknown(schema, place);
  }
  if (/email/.test(place)) return fc.nat(99_999).map((n) => `somebody${n}@example.com`);
  if (/user_?name/.test(place)) return fc.nat(99_999).map((n) => `somebody${n}`);
  if (/password/.test(place)) return fc.stringMatching(/^[A-Za-z0-9 ]{12,20}$/);
  if (/time_zone/.test(place)) return fc.constantFrom('UTC', 'Asia/Karachi', 'America/New_York');
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const { minLength = 0, maxLength = 200 } = schema;
  const upTo = (length: number) =>
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, length) });
  return fc.oneof(
    { weight: 9, arbitrary: upTo(Math.min(maxLength, USUAL_TEXT)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 10_000))) },
  );
}

function moment(): Arbitrary<string> {
  const range = { min: EARLIEST, max: LATEST, noInvalidDate: true };
  return fc.date(range).map((date) => date.toISOString());
}

function number(schema: Json): Arbitrary<number> {
  const { exclusiveMinimum, exclusiveMaximum, minimum = -1_000, maximum = 1_000 } = schema;
  const min = typeof exclusiveMinimum === 'number' ? exclusiveMinimum : minimum;
  const max = typeof exclusiveMaximum === 'number' ? exclusiveMaximum : maximum;
  if (schema.type === 'integer') return fc.integer({ min, max });
  // Three decimals: figures of lots and money may not have more.
  const thousandths = { min: Math.ceil(min * 1_000), max: Math.floor(max * 1_000) };
  if (exclusiveMinimum !== undefined) thousandths.min += 1;
  return fc.maxSafeInteger().map((n) => {
    const span = thousandths.max - thousandths.min + 1;
    return (thousandths.min + (Math.abs(n) % span)) / 1_000;
  });
}

function list(schema: Json, place: string): Arbitrary<unknown[]> {
  if (schema.prefixItems)
    return fc.tuple(...schema.prefixItems.map((item) => fromJson(item, place)));
  const { items, minItems = 0, maxItems = 5 } = schema;
  if (items === undefined || Array.isArray(items))
    throw new Error(`no items are known for ${place}`);
  const maxLength = Math.max(minItems, Math.min(maxItems, 5));
  return fc.array(fromJson(items, place), { minLength: minItems, maxLength });
}

function object(schema: Json, place: string): Arbitrary<object> {
  const { properties, propertyNames, additionalProperties } = schema;
  if (properties) {
    const parts = Object.entries(properties).map(([name, part]): [string, Arbitrary<unknown>] => [
      name,
      fromJson(part, `${place}.${name}`),
    ]);
    return fc.record(Object.fromEntries(parts), { requiredKeys: schema.required ?? [] });
  }
  const keys = propertyNames === undefined ? fc.string() : fromJson(propertyNames, place);
  const values = fromJson(additionalProperties ?? true, place);
  return fc
    .array(fc.tuple(keys.map(String), values), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

import { z } from 'zod';

/** A schema as OpenAPI 3.1 writes it: JSON Schema of 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * What a schema takes, or what it gives. Rules that are code (a zone that must exist, a price with the
 * decimals of its symbol) have no word in JSON Schema and are left out: the service refuses more than
 * the document can say, never less.
 */
export function jsonSchemaOf(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  return plain(rest) as JsonSchema;
}

/**
 * Without words that say nothing: bounds of safe integers, which every whole number here has; patterns
 * beside a format, which says the same; and that a reply has no other fields, which would make every new
 * field a change that breaks its readers.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const hasFormat = 'format' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([word, held]) => !isSafeBound(word, held))
      .filter(([word]) => !(hasFormat && word === 'pattern'))
      .filter(([word, held]) => !(word === 'additionalProperties' && held === false))
      .map(([word, held]) => [word, plain(held)]),
  );
}

function isSafeBound(word: string, held: unknown): boolean {
  return (
    (word === 'maximum' && held === Number.MAX_SAFE_INTEGER) ||
    (word === 'minimum' && held === Number.MIN_SAFE_INTEGER)
  );
}

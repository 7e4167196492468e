import type { Schema } from './api-document.ts';
import { optionsOf } from './schema-words.ts';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01900000-0000-7000-8000-000000000001',
  'date-time': '2026-01-02T14:00:00.000Z',
  date: '2026-01-02',
  email: 'you@example.com',
  uri: 'https://example.com',
};

/** A value that the schema takes, as far as its words say; required fields alone. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [option] = optionsOf(schema);
  if (option) return exampleOf(option);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return textFor(schema);
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? schema.exclusiveMinimum ?? 1), 0) || 1;
    case 'boolean':
      return true;
    case 'array':
      return schema.minItems ? [exampleOf((schema.items ?? {}) as Schema)] : [];
    case 'object': {
      const required = (schema.required ?? []) as readonly string[];
      const properties = (schema.properties ?? {}) as Record<string, Schema>;
      return Object.fromEntries(
        required.map((name) => [name, exampleOf(properties[name] ?? {})] as const),
      );
    }
    default:
      return null;
  }
}

function textFor({ format, pattern, minLength }: Schema): string {
  const known = FORMATS[String(format)];
  if (known !== undefined) return known;
  if (pattern === '^[A-Z]{3}$') return 'USD';
  if (typeof pattern === 'string' && pattern.startsWith('^[A-Za-z0-9]')) return 'EURUSD';
  return 'text'
    .padEnd(Number(minLength ?? 0), ' text')
    .slice(0, Math.max(4, Number(minLength ?? 0)));
}

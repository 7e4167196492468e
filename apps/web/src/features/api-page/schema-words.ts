import { t } from '@lingui/core/macro';
import { formatList } from '@quorate/ui/format';
import type { Schema } from './api-document.ts';

/** @example kindOf({ type: ['string', 'null'] }) // 'string or null' */
export function kindOf(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = optionsOf(schema);
  if (options.length > 0) return formatList([...new Set(options.map(kindOf))], 'disjunction');
  if (Array.isArray(schema.type)) return formatList(schema.type.map(String), 'disjunction');
  if (schema.type === 'array') return t`list of ${kindOf((schema.items ?? {}) as Schema)}`;
  return typeof schema.type === 'string' ? schema.type : t`anything`;
}

/** What else holds of a value: 'at least 1, at most 500, default 50'. */
export function rulesOf(schema: Schema): string {
  const rules: [word: string, text: (value: unknown) => string][] = [
    ['format', String],
    ['minimum', (value) => t`at least ${String(value)}`],
    ['exclusiveMinimum', (value) => t`above ${String(value)}`],
    ['maximum', (value) => t`at most ${String(value)}`],
    ['minLength', (value) => t`at least ${String(value)} characters`],
    ['maxLength', (value) => t`at most ${String(value)} characters`],
    ['minItems', (value) => t`at least ${String(value)}`],
    ['maxItems', (value) => t`at most ${String(value)}`],
    ['multipleOf', (value) => t`in steps of ${String(value)}`],
    ['pattern', (value) => t`like ${String(value)}`],
    ['default', (value) => t`${JSON.stringify(value)} by default`],
  ];
  return rules
    .filter(([word]) => schema[word] !== undefined)
    .map(([word, text]) => text(schema[word]))
    .join(', ');
}

export function optionsOf(schema: Schema): Schema[] {
  const options = schema.anyOf ?? schema.oneOf;
  return Array.isArray(options) ? (options as Schema[]) : [];
}

export type Field = Readonly<{ name: string; required: boolean; schema: Schema }>;

/** The fields of an object, of the objects of a list, or of the one object among options. */
export function fieldsWithin(schema: Schema): Field[] {
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (properties) {
    const required = (schema.required ?? []) as readonly string[];
    return Object.entries(properties).map(([name, held]) => ({
      name,
      required: required.includes(name),
      schema: held,
    }));
  }
  if (schema.items) return fieldsWithin(schema.items as Schema);
  return optionsOf(schema).flatMap(fieldsWithin);
}

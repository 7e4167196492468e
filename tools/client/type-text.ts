type Schema = Readonly<Record<string, unknown>>;

/**
 * A JSON schema as a TypeScript type. What a type cannot say (lengths, patterns, bounds) is left out.
 *
 * @param depth how far to indent
 * @example typeText({ type: 'array', items: { type: 'string' } }) // 'string[]'
 */
export function typeText(schema: Schema, depth = 0): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = [schema.anyOf, schema.oneOf].find(Array.isArray) as Schema[] | undefined;
  if (options) return union(options.map((option) => typeText(option, depth)));
  if (Array.isArray(schema.allOf))
    return (schema.allOf as Schema[]).map((part) => typeText(part, depth)).join(' & ');
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeText({ ...schema, type }, depth)));
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return arrayText(schema, depth);
    case 'object':
      return objectText(schema, depth);
    default:
      return 'unknown';
  }
}

function arrayText({ items, prefixItems }: Schema, depth: number): string {
  if (Array.isArray(prefixItems))
    return `[${(prefixItems as Schema[]).map((item) => typeText(item, depth)).join(', ')}]`;
  const item = typeText((items ?? {}) as Schema, depth);
  return /[|&]/.test(item.replace(/\{[\s\S]*\}/g, '')) ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: Schema, depth: number): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const rest = schema.additionalProperties as Schema | undefined;
  if (properties.length === 0)
    return rest ? `Record<string, ${typeText(rest, depth)}>` : 'Record<string, unknown>';
  const required = (schema.required ?? []) as readonly string[];
  const pad = '  '.repeat(depth + 1);
  const lines = properties.map(([name, held]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    return `${pad}${key}${mark}: ${typeText(held, depth + 1)}${mark ? ' | undefined' : ''};`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function union(parts: readonly string[]): string {
  return [...new Set(parts)].join(' | ') || 'never';
}

import type { Call, Schema } from './api-document.ts';
import { optionsOf } from './schema-words.ts';

/** What a reader has typed to try a call. */
export type Typed = Readonly<{ parameters: Readonly<Record<string, string>>; body: string }>;

export function typedFor({ parameters, body }: Call): Typed {
  return {
    parameters: Object.fromEntries(
      parameters
        .filter(({ required }) => required)
        .map(({ name, schema }) => [name, String(exampleOf(schema))]),
    ),
    body: body === null || body === 'file' ? '' : JSON.stringify(exampleOf(body), null, 2),
  };
}

/** The address of a call as typed; what is empty is left out of the query. */
export function addressOf(call: Call, { parameters }: Typed): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const { name, in: place } of call.parameters) {
    const value = parameters[name];
    if (place === 'query' && value) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The same call for a shell, with a place for the token. */
export function curlOf(call: Call, typed: Typed, origin: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl -X ${call.method} ${quoted(origin + addressOf(call, typed))}`,
    ...(call.auth === 'none' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(call.body === 'file'
      ? ["-H 'Content-Type: application/octet-stream'", '--data-binary @FILE']
      : call.body === null
        ? []
        : ["-H 'Content-Type: application/json'", `-d ${quoted(compact(typed.body))}`]),
  ].join(' \\\n  ');
}

/** The same call with the typed client. */
export function clientCallOf(call: Call, typed: Typed): string {
  const of = (place: 'path' | 'query') =>
    Object.fromEntries(
      call.parameters
        .filter((each) => each.in === place && typed.parameters[each.name])
        .map(({ name }) => [name, typed.parameters[name]]),
    );
  const [params, query] = [of('path'), of('query')];
  const parts = [
    ...(Object.keys(params).length > 0 ? [`params: ${JSON.stringify(params)}`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${JSON.stringify(query)}`] : []),
    ...(call.body === null ? [] : [`body: ${call.body === 'file' ? 'file' : compact(typed.body)}`]),
  ];
  return `await client.${call.name}(${parts.length > 0 ? `{ ${parts.join(', ')} }` : ''});`;
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

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

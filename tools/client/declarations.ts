import type { Endpoint } from '@quorate/contract/endpoint';
import { ERRORS } from '@quorate/contract/errors';
import { jsonSchemaOf } from '@quorate/contract/openapi/json-schema';

const HEAD = `/** A server-sent event. */
export type ServerEvent = { id: string; name: string; data: string };

export type ClientOptions = Readonly<{
  /** Origin of the service. */
  url: string;
  /** Access token of a sign-in or a device; a function is asked before each call. */
  token?: string | (() => string | null | Promise<string | null>);
  fetch?: typeof fetch;
  /** Times that a call which only reads is sent again after no answer, a 503 or a short 429; 2 by default. */
  retries?: number;
}>;

export type CallOptions = Readonly<{
  signal?: AbortSignal;
  /** How long the answer may take; of a file or of events, how long until it begins to arrive. */
  timeoutMs?: number;
  /** Of events: goes on behind this one. */
  lastEventId?: string;
}>;

/** A call that the service refused, or could not do. */
export class ApiError extends Error {
  readonly name: 'ApiError';
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  readonly details: Readonly<Record<string, string | number>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;
}

/** A call that no answer came to, or not all of it: its outcome is unknown, and it may be sent again. */
export class NoAnswerError extends Error {
  readonly name: 'NoAnswerError';
}

export function createClient(options: ClientOptions): Client;

/** Every page of a list, one after the other. */
export function pages<
  I extends { query?: { page?: number | undefined } | undefined },
  R extends { pagination: { page: number; total_pages: number } },
>(call: (input: I) => Promise<R>, input?: I): AsyncGenerator<R>;
`;

/** The type declarations of the client, made of the contract and leaning on nothing. */
export function declarations(endpoints: Readonly<Record<string, Endpoint>>): string {
  const calls = Object.entries(endpoints).map(([name, endpoint]) => callText(name, endpoint));
  const codes = Object.keys(ERRORS).map((code) => JSON.stringify(code));
  return `${HEAD}
export type ErrorCode =\n  | ${codes.join('\n  | ')};

export type Client = {
${calls.join('\n')}
};
`;
}

function callText(name: string, endpoint: Endpoint): string {
  const { method, path, summary, auth, confirmed } = endpoint;
  const parts = [
    ...partText('params', endpoint.params && jsonSchemaOf(endpoint.params, 'input')),
    ...partText('query', endpoint.query && jsonSchemaOf(endpoint.query, 'input')),
    ...(endpoint.fileBody
      ? [{ text: 'body: Blob | Uint8Array<ArrayBuffer>', required: true }]
      : partText('body', endpoint.body && jsonSchemaOf(endpoint.body, 'input'))),
  ];
  const input = `{ ${parts.map(({ text }) => text).join('; ')} }`;
  const optional = parts.every(({ required }) => !required);
  const taken =
    parts.length === 0 ? 'input?: Record<string, never>' : `input${optional ? '?' : ''}: ${input}`;
  const reply = endpoint.file
    ? 'Response'
    : endpoint.events
      ? 'AsyncGenerator<ServerEvent>'
      : typeText(jsonSchemaOf(endpoint.reply, 'output'), 1);
  const who = confirmed ? `${auth}, confirmed lately` : auth;
  return `  /** ${summary}. \`${method} ${path}\` (${who}) */
  ${name}(${taken}, options?: CallOptions): Promise<${reply}>;`;
}

function partText(
  name: string,
  schema: Readonly<Record<string, unknown>> | undefined,
): { text: string; required: boolean }[] {
  if (!schema) return [];
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  const optional = schema.type === 'object' && !required;
  return [
    {
      text: `${name}${optional ? '?' : ''}: ${typeText(schema, 1)}${optional ? ' | undefined' : ''}`,
      required: !optional,
    },
  ];
}

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

import type { Endpoint, EndpointAuth } from '../endpoint.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { tagOf } from './tags.ts';

/** Faults that any call can meet; they are told once, and not of each call. */
const EVERYWHERE = [
  'malformed_request',
  'malformed_json',
  'body_too_complex',
  'body_too_large',
  'unsupported_media_type',
  'request_timeout',
  'headers_too_large',
  'service_unavailable',
  'storage_full',
  'internal',
] as const satisfies readonly ErrorCode[];

const WHO: Readonly<Record<EndpointAuth, string>> = {
  none: 'Anyone may call.',
  optional: 'Anyone may call; with a live session it is a call of its user.',
  user: 'A signed-in browser may call.',
  user_or_device: 'A signed-in browser, bot or desktop app may call.',
  admin: 'An operator’s browser may call.',
};

type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
};

/** One call as OpenAPI has it; `x-auth` and its like say in one word what the description says. */
export function operationOf(name: string, endpoint: Endpoint): JsonSchema {
  const { summary, auth, path, confirmed, params, query, body, fileBody, bodyLimit } = endpoint;
  const parameters = [
    ...parametersOf('path', params && jsonSchemaOf(params, 'input')),
    ...parametersOf('query', query && jsonSchemaOf(query, 'input')),
  ];
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    description: [
      WHO[auth],
      ...(confirmed ? ['The session must have been confirmed within the last minutes.'] : []),
      ...(bodyLimit ? [`The body has at most ${bodyLimit} bytes.`] : []),
    ].join(' '),
    'x-auth': auth,
    ...(confirmed && { 'x-confirmed': true }),
    ...(bodyLimit && { 'x-body-limit': bodyLimit }),
    security: auth === 'none' ? [] : auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } },
      },
    }),
    ...(fileBody && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      '200': successOf(endpoint),
      ...partsOf(endpoint),
      ...failuresOf(errorsOf(endpoint)),
    },
  };
}

function parametersOf(place: Parameter['in'], schema: JsonSchema | undefined): Parameter[] {
  const properties = (schema?.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema?.required ?? []) as readonly string[];
  return Object.entries(properties).map(([name, held]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: held,
  }));
}

function successOf({ reply, events, file }: Endpoint): JsonSchema {
  if (file) {
    const schema = { type: 'string', format: 'binary' };
    return { description: 'The file', content: { 'application/octet-stream': { schema } } };
  }
  return {
    description: 'Done',
    content: {
      'application/json': { schema: jsonSchemaOf(reply, 'output') },
      ...(events && { 'text/event-stream': { schema: { type: 'string' } } }),
    },
  };
}

/** What a file that is sent in parts is answered with, too. */
function partsOf({ file, errors }: Endpoint): Record<string, JsonSchema> {
  if (!file || !errors.includes('range_not_satisfiable')) return {};
  const schema = { type: 'string', format: 'binary' };
  return {
    '206': {
      description: 'The part of the file that `Range` asks for',
      content: { 'application/octet-stream': { schema } },
    },
    '304': { description: 'The file is the one that `If-None-Match` names' },
  };
}

/** Those that a call declares, and what follows from who may call. */
function errorsOf({ auth, errors }: Endpoint): readonly ErrorCode[] {
  const isForBrowsers = auth === 'user' || auth === 'admin';
  return isForBrowsers ? [...errors, 'device_not_allowed'] : errors;
}

/** Failures of a call by their status, each with its codes and sentences. */
function failuresOf(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  const of = (status: number) => codes.filter((code) => ERRORS[code].status === status);
  return {
    ...Object.fromEntries(
      statuses.map((status) => [String(status), { ...waitOf(status), ...failureOf(of(status)) }]),
    ),
    default: { $ref: '#/components/responses/Anywhere' },
  };
}

function waitOf(status: number): JsonSchema {
  if (status !== 429 && status !== 503) return {};
  const description = 'Seconds until the call may be sent again';
  return { headers: { 'Retry-After': { description, schema: { type: 'integer' } } } };
}

/** What `default` stands for at every call. */
export function anywhere(): JsonSchema {
  return failureOf(EVERYWHERE);
}

function failureOf(codes: readonly ErrorCode[]): JsonSchema {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    'x-codes': codes.map((code) => ({ code, status: ERRORS[code].status })),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

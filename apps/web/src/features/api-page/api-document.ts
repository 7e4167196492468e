import { useQuery } from '@tanstack/react-query';
import { type Fields, fieldsOf, isText } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

/** A JSON schema, as the document has it. */
export type Schema = Fields;

export type Parameter = Readonly<{
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}>;

export type Failure = Readonly<{ status: number; code: string; sentence: string }>;

/** One call, as the page shows it. */
export type Call = Readonly<{
  name: string;
  method: string;
  /** With braces around its parameters. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Who may call, in the contract's word. */
  auth: string;
  confirmed: boolean;
  parameters: readonly Parameter[];
  /** null: it takes no body; `file`: the body is a file. */
  body: Schema | 'file' | null;
  /** null: the answer is a file. */
  reply: Schema | null;
  streams: boolean;
  failures: readonly Failure[];
}>;

export type ApiDocument = Readonly<{
  version: string;
  groups: ReadonlyArray<Readonly<{ name: string; about: string; calls: readonly Call[] }>>;
}>;

/** The service's own document of its calls. */
export function useApiDocument() {
  return useQuery({
    queryKey: ['api-document'],
    queryFn: ({ signal }) => getJson('/api/openapi.json', readDocument, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @returns null for what is no document of the service */
export function readDocument(content: unknown): ApiDocument | null {
  const document = fieldsOf(content);
  const paths = fieldsOf(document?.paths);
  const version = fieldsOf(document?.info)?.version;
  if (!document || !paths || !isText(version)) return null;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(fieldsOf(methods) ?? {}).map(([method, operation]) =>
      readCall(method, path, fieldsOf(operation) ?? {}),
    ),
  );
  const groups = listOf(document.tags).map((tag) => {
    const name = textOf(tag.name);
    return {
      name,
      about: textOf(tag.description),
      calls: calls.filter((call) => call.tag === name),
    };
  });
  return { version, groups: groups.filter((group) => group.calls.length > 0) };
}

function readCall(method: string, path: string, operation: Fields): Call {
  const body = contentOf(operation.requestBody);
  const answer = contentOf(fieldsOf(operation.responses)?.['200']);
  return {
    name: textOf(operation.operationId),
    method: method.toUpperCase(),
    path,
    tag: Array.isArray(operation.tags) ? textOf(operation.tags[0]) : '',
    summary: textOf(operation.summary),
    description: textOf(operation.description),
    auth: textOf(operation['x-auth']),
    confirmed: operation['x-confirmed'] === true,
    parameters: listOf(operation.parameters).map((parameter) => ({
      name: textOf(parameter.name),
      in: parameter.in === 'path' ? 'path' : 'query',
      required: parameter.required === true,
      schema: fieldsOf(parameter.schema) ?? {},
    })),
    body: body && (schemaOf(body, 'application/json') ?? 'file'),
    reply: answer && schemaOf(answer, 'application/json'),
    streams: answer !== null && 'text/event-stream' in answer,
    failures: Object.values(fieldsOf(operation.responses) ?? {}).flatMap(failuresOf),
  };
}

function failuresOf(response: unknown): Failure[] {
  const fields = fieldsOf(response);
  const sentences = textOf(fields?.description).split('\n\n');
  return listOf(fields?.['x-codes']).map(({ code, status }, at) => ({
    status: Number(status),
    code: textOf(code),
    // A sentence that is made for each case has nothing to show here.
    sentence: (sentences[at] ?? '').replace(/^`\w+`: (\{reason\}$)?/, ''),
  }));
}

function contentOf(part: unknown): Fields | null {
  return fieldsOf(fieldsOf(part)?.content) ?? null;
}

function schemaOf(content: Fields, type: string): Schema | null {
  return fieldsOf(fieldsOf(content[type])?.schema) ?? null;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((each) => fieldsOf(each) ?? {}) : [];
}

function textOf(value: unknown): string {
  return isText(value) ? value : '';
}

import { DEFAULT_BODY_LIMIT } from '@quorate/contract/endpoint';
import { type Schema, schemaChanges } from './schema-change.ts';

/** The parts of an OpenAPI document that callers depend on. */
export type ApiDocument = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  components: Schema;
}>;

type Operation = Schema;

/** From anyone to operators alone: what stands further on lets fewer call. */
const STRICTNESS = ['anybody', 'user_or_device', 'user', 'admin'];

/** Changes from one document to another that break callers, a line each, with the call in front. */
export function breakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  const ofCalls = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) return [`${call} is gone`];
      return operationChanges(operation, now).map((change) => `${call}: ${change}`);
    }),
  );
  return [...failureChanges(before, after).map((change) => `any call: ${change}`), ...ofCalls];
}

/** The one shape of all failures, and those that any call can meet. */
function failureChanges({ components: before }: ApiDocument, { components: after }: ApiDocument) {
  const shapeOf = (components: Schema) => schemaOf(schemaOf(components.schemas).Failure);
  return [
    ...schemaChanges('output', shapeOf(before), shapeOf(after), 'failure'),
    ...statusChanges(before, after),
  ];
}

function operationChanges(before: Operation, after: Operation): string[] {
  // With a session or without: anybody may call.
  const strictness = ({ 'x-auth': auth }: Operation) =>
    STRICTNESS.indexOf(auth === 'none' || auth === 'optional' ? 'anybody' : String(auth));
  const [limit, limitNow] = [bodyLimitOf(before), bodyLimitOf(after)];
  return [
    ...(before.operationId === after.operationId
      ? []
      : [`is called ${String(after.operationId)} now, it was ${String(before.operationId)}`]),
    ...(strictness(after) > strictness(before)
      ? [`only ${String(after['x-auth'])} may call now`]
      : []),
    ...(after['x-confirmed'] && !before['x-confirmed'] ? ['needs a confirmed session now'] : []),
    ...parameterChanges(before, after),
    ...bodyChanges(before, after),
    ...(limitNow < limit ? [`takes bodies of ${limitNow} bytes, it was ${limit}`] : []),
    ...replyChanges(before, after),
    ...statusChanges(before, after),
  ];
}

function bodyLimitOf({ 'x-body-limit': limit }: Operation): number {
  return typeof limit === 'number' ? limit : DEFAULT_BODY_LIMIT;
}

function parameterChanges(before: Operation, after: Operation): string[] {
  const [was, is] = [parametersOf(before), parametersOf(after)];
  const keyOf = (parameter: Schema) => `${String(parameter.in)} ${String(parameter.name)}`;
  const known = was.flatMap((parameter) => {
    const now = is.find((each) => keyOf(each) === keyOf(parameter));
    if (!now) return [`${keyOf(parameter)} is not read any more`];
    const demanded = now.required && !parameter.required;
    return [
      ...(demanded ? [`${keyOf(parameter)} is required now`] : []),
      ...schemaChanges('input', schemaOf(parameter.schema), schemaOf(now.schema), keyOf(parameter)),
    ];
  });
  const demanded = is
    .filter((each) => each.required && !was.some((old) => keyOf(old) === keyOf(each)))
    .map((each) => `${keyOf(each)} is required now`);
  return [...known, ...demanded];
}

function bodyChanges(before: Operation, after: Operation): string[] {
  const [was, is] = [contentOf(before.requestBody), contentOf(after.requestBody)];
  if (!is) return was ? ['the body is not read any more'] : [];
  if (!was) return ['a body is required now'];
  return contentChanges('input', was, is, 'body');
}

function replyChanges(before: Operation, after: Operation): string[] {
  const success = (operation: Operation) => contentOf(schemaOf(operation.responses)['200']);
  const [was, is] = [success(before), success(after)];
  if (!is) return was ? ['the reply is gone'] : [];
  return was ? contentChanges('output', was, is, 'reply') : [];
}

type Content = Readonly<Record<string, Schema>>;

function contentChanges(side: 'input' | 'output', was: Content, is: Content, at: string): string[] {
  return Object.entries(was).flatMap(([type, held]) => {
    const now = is[type];
    if (!now) return [`${at} as ${type} is gone`];
    return schemaChanges(side, schemaOf(held.schema), schemaOf(now.schema), at);
  });
}

/** A code that comes with another status; new codes are what callers have to expect. */
function statusChanges(before: Operation, after: Operation): string[] {
  const now = codesOf(after);
  return [...codesOf(before)]
    .filter(([code, status]) => now.has(code) && now.get(code) !== status)
    .map(
      ([code, status]) =>
        `${String(code)} comes with ${String(now.get(code))}, it was ${String(status)}`,
    );
}

function codesOf(operation: Operation): Map<unknown, unknown> {
  const failures = Object.values(schemaOf(operation.responses)).map(schemaOf);
  const codes = failures.flatMap((failure) =>
    Array.isArray(failure['x-codes']) ? failure['x-codes'] : [],
  );
  return new Map(codes.map(({ code, status }: Schema) => [code, status]));
}

function parametersOf(operation: Operation): Schema[] {
  return Array.isArray(operation.parameters) ? operation.parameters : [];
}

function contentOf(part: unknown): Content | null {
  const { content } = schemaOf(part);
  return content ? (content as Content) : null;
}

function schemaOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

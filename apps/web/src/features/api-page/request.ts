import type { Call } from './api-document.ts';
import { exampleOf } from './example.ts';

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

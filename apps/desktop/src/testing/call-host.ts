import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

type Call = Readonly<{
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  body?: string;
}>;

type Answer = Readonly<{ status: number; headers: IncomingMessage['headers']; body: string }>;

/** Calls the app byte by byte as it says: a browser's fetch would mend the path and set its own headers. */
export async function callHost(
  port: number,
  { method = 'GET', path, headers = {}, body }: Call,
): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, method, path, headers: { ...headers } });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  };
}

/** Calls it as its own window does. */
export function callAsWindow(
  port: number,
  secret: string | null,
  { headers = {}, body, ...call }: Omit<Call, 'body'> & Readonly<{ body?: unknown }>,
): Promise<Answer> {
  return callHost(port, {
    ...call,
    headers: {
      origin: `http://127.0.0.1:${port}`,
      'sec-fetch-site': 'same-origin',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import type { FastifyInstance } from 'fastify';

export type Call = Readonly<{ name: string; endpoint: Endpoint }>;

/** What a caller sends, before it is put on the wire. */
export type Input = { params?: object; query?: object; body?: object };

/** Every call of the contract that the service has a route for; that it has one for each is a test of its own. */
export function servedCalls(app: FastifyInstance): Call[] {
  return Object.entries(ENDPOINTS as Record<string, Endpoint>)
    .map(([name, endpoint]) => ({ name, endpoint }))
    .filter(({ endpoint }) => app.hasRoute({ method: endpoint.method, url: endpoint.path }));
}

export type SendOptions = {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Where the request comes from. */
  address?: string;
  method?: 'HEAD' | 'OPTIONS';
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** What was sent, as one text. */
  sent: string;
};

let lastAddress = 0;

/** Each from an address of its own, so that limits per address leave the calls of a test alone. */
export function newAddress(): string {
  lastAddress += 1;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

export function addressOf(endpoint: Endpoint, input: Input): string {
  const path = Object.entries(input.params ?? {}).reduce<string>(
    (url, [name, value]) => url.replace(`:${name}`, () => encoded(value)),
    endpoint.path,
  );
  const query = Object.entries(input.query ?? {}).map(
    ([name, value]) => `${encoded(name)}=${encoded(value)}`,
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** As it stands in an address; what has no UTF-8 goes as the bytes that some programs send for it. */
export function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

export async function send(
  app: FastifyInstance,
  { endpoint }: Call,
  input: Input,
  { token, headers, address = newAddress(), method }: SendOptions = {},
): Promise<Answer> {
  const url = addressOf(endpoint, input);
  const payload = input.body === undefined ? undefined : JSON.stringify(input.body);
  const response = await app.inject({
    method: method ?? endpoint.method,
    url,
    remoteAddress: address,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: response.statusCode,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: response.body,
    sent: `${url} ${payload ?? ''}`,
  };
}

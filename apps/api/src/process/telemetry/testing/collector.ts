import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
});
const attributes = z.array(z.looseObject({ key: z.string(), value }));
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes,
});
const batch = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(span) })),
    }),
  ),
});

export type Span = Readonly<{
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Readonly<Record<string, unknown>>;
}>;

const PATIENCE_MS = 10_000;

/** A collector that speaks OTLP over HTTP, as far as our exporter does. */
export async function startCollector(t: TestContext) {
  const spans: Span[] = [];
  const resources: Record<string, unknown>[] = [];
  const headers: (string | undefined)[] = [];
  let bytes = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bytes += body;
    headers.push(request.headers.authorization);
    const isRight = request.method === 'POST' && request.url === '/v1/traces';
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    for (const { resource, scopeSpans } of batch.parse(JSON.parse(body)).resourceSpans) {
      resources.push(plain(resource.attributes));
      for (const each of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...each, attributes: plain(each.attributes) });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    headers,
    /** Everything that came, as it came. */
    text: () => bytes,
    async until(met: (span: Span) => boolean): Promise<Span> {
      const deadline = AbortSignal.timeout(PATIENCE_MS);
      for (;;) {
        const found = spans.find(met);
        if (found) return found;
        if (deadline.aborted)
          throw new Error(
            `the span did not come; there are ${spans.map(({ name }) => name).join()}`,
          );
        await delay(10);
      }
    },
  };
}

function plain(list: z.output<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );
}

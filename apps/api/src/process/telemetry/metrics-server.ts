import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export type MetricsServer = Readonly<{ url: string; stop(): Promise<void> }>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)(:\d{1,5})?$/i;

/**
 * Gives the figures away at /metrics, on a port of their own: who may reach that is the operator's to say,
 * and no proxy leads to it by mistake. On this machine alone they are given under its own name alone: a site
 * whose name resolves to 127.0.0.1 could otherwise read them in a browser here (DNS rebinding).
 *
 * @throws Error that names the port where it is taken
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'scrape'>,
  { host, port }: Readonly<{ host: string; port: number }>,
): Promise<MetricsServer> {
  const isLocal = LOOPBACK.test(host);
  const server = createServer(async (request, response) => {
    if (isLocal && !LOOPBACK.test(request.headers.host ?? '')) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Ask for localhost.\n');
      return;
    }
    const isScrape = request.url?.split('?', 1)[0] === '/metrics';
    if (!isScrape || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Figures are at /metrics.\n');
      return;
    }
    try {
      const { type, text } = await metrics.scrape();
      response.writeHead(200, { 'content-type': type }).end(text);
    } catch {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The figures broke.\n');
    }
  });
  server.requestTimeout = 10_000;
  const listening = once(server, 'listening');
  server.listen({ host, port });
  await listening.catch((cause: unknown) => {
    throw new Error(`METRICS_PORT ${port} at ${host} cannot be listened on`, { cause });
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

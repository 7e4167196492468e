import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';

const CODE = readFileSync(join(import.meta.dirname, '../../public/worker.js'), 'utf8');
const ORIGIN = 'https://site.example';

type Handler = (event: Record<string, unknown>) => void;

/** A response as a browser gives one of the site's own. */
function answer(text: string, { type = 'text/html', status = 200 } = {}): Response {
  const response = new Response(text, { status, headers: { 'content-type': type } });
  Object.defineProperty(response, 'type', { value: 'basic' });
  response.clone = () => answer(text, { type, status });
  return response;
}

/** The worker in a browser of two caches' depth, with a network that can be cut. */
function startWorker({ version = 'v2', files = ['/assets/a.js'] } = {}) {
  const stored = new Map<string, Map<string, Response>>();
  const keyOf = (key: unknown) =>
    new URL(typeof key === 'string' ? key : (key as { url: string }).url, ORIGIN).href;
  const cacheOf = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      match: async (key: unknown) => entries.get(keyOf(key))?.clone(),
      put: async (key: unknown, response: Response) => void entries.set(keyOf(key), response),
    };
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (key: unknown) => {
      for (const entries of stored.values()) {
        const found = entries.get(keyOf(key));
        if (found) return found.clone();
      }
      return undefined;
    },
  };
  const handlers: Record<string, Handler> = {};
  const self = {
    location: { origin: ORIGIN, href: `${ORIGIN}/worker.js` },
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler;
    },
    skipWaiting: vi.fn(async () => undefined),
    clients: { claim: vi.fn(async () => undefined) },
    registration: { unregister: vi.fn(async () => true) },
  };
  const network = vi.fn(async (asked: unknown): Promise<Response> => {
    const { pathname } = new URL(keyOf(asked));
    return answer(`new ${pathname}`, {
      type: pathname.endsWith('.js') ? 'text/javascript' : 'text/html',
    });
  });
  const sites = { en: { manifest: '/assets/manifest-1.js', files } };
  const code = CODE.replace("const VERSION = 'unbuilt'", `const VERSION = '${version}'`).replace(
    /const SITES = .*;/,
    `const SITES = ${JSON.stringify(sites)};`,
  );
  runInNewContext(code, { self, caches, fetch: network, Response, URL, setTimeout });
  const happens = async (name: string, event: Record<string, unknown> = {}) => {
    const waits: Promise<unknown>[] = [];
    handlers[name]?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  const asks = async (path: string, { mode = 'cors', method = 'GET' } = {}) => {
    let response: Promise<Response> | undefined;
    const request = { url: new URL(path, ORIGIN).href, mode, method };
    await happens('fetch', {
      request,
      respondWith: (work: Promise<Response>) => {
        response = work;
      },
    }).catch(() => undefined);
    return response;
  };
  return {
    self,
    caches,
    stored,
    network,
    happens,
    asks,
    cutOff: () => network.mockRejectedValue(new TypeError('cut')),
  };
}

const page = { mode: 'navigate' };

describe('the worker of the site', () => {
  test('leaves every call of the service and every write alone', async () => {
    const { asks } = startWorker();
    expect(await asks('/api/user/desk')).toBeUndefined();
    expect(await asks('/login', { method: 'POST' })).toBeUndefined();
    expect(await asks('https://elsewhere.example/assets/a.js')).toBeUndefined();
  });

  test('opens the dashboard, its stories and its Spanish pages as they were read last', async () => {
    const { asks, cutOff } = startWorker();
    for (const path of ['/dashboard', '/dashboard/decisions/1', '/es/dashboard']) {
      expect(await (await asks(path, page))?.text()).toBe(`new ${path}`);
    }
    cutOff();
    expect(await (await asks('/dashboard?tab=history', page))?.text()).toBe('new /dashboard');
    expect(await (await asks('/dashboard/trades/7/8', page))?.text()).toBe(
      'new /dashboard/decisions/1',
    );
    expect(await (await asks('/es/dashboard/', page))?.text()).toBe('new /es/dashboard');
    await expect(asks('/es/dashboard/security', page).then((answered) => answered)).rejects.toThrow(
      'cut',
    );
  });

  test('opens the page that verifies records, and leads nowhere else from there', async () => {
    const { asks, happens, cutOff } = startWorker();
    await happens('message', { data: { kind: 'hold', pages: ['/es/verify'] }, ports: [] });
    expect(await (await asks('/verify', page))?.text()).toBe('new /verify');
    cutOff();
    expect(await (await asks('/verify/', page))?.text()).toBe('new /verify');
    expect(await (await asks('/es/Verify', page))?.text()).toBe('new /es/verify');
    for (const path of ['/verify/more', '/verify-email', '/'])
      await expect(asks(path, page).then((answered) => answered)).rejects.toThrow('cut');
  });

  test('leads from any other page to the dashboard of the same language', async () => {
    const { asks, happens, cutOff } = startWorker();
    await happens('message', {
      data: { kind: 'hold', pages: ['/es/dashboard', '/dashboard'] },
      ports: [],
    });
    cutOff();
    const redirect = vi
      .spyOn(Response, 'redirect')
      .mockImplementation((url) => answer(String(url)));
    expect(await (await asks('/es/pricing', page))?.text()).toBe('/es/dashboard');
    expect(await (await asks('/pricing', page))?.text()).toBe('/dashboard');
    redirect.mockRestore();
  });

  test('holds no page that says something else, such as an error or a redirect', async () => {
    const { asks, network, cutOff } = startWorker();
    network.mockResolvedValueOnce(answer('broken', { status: 502 }));
    expect((await asks('/dashboard', page))?.status).toBe(502);
    cutOff();
    await expect(asks('/dashboard', page).then((answered) => answered)).rejects.toThrow('cut');
  });

  test('has its files before it takes part, and is not installed without one of them', async () => {
    const { happens, asks, network, cutOff } = startWorker({
      files: ['/assets/a.js', '/assets/b.js'],
    });
    await happens('install');
    cutOff();
    expect(await (await asks('/assets/b.js'))?.text()).toBe('new /assets/b.js');
    const broken = startWorker();
    broken.network.mockResolvedValue(answer('gone', { status: 404 }));
    await expect(broken.happens('install')).rejects.toThrow('/assets/a.js was answered with 404');
    expect(network).toHaveBeenCalled();
  });

  test('keeps the files of the version before for pages that are still open, and no older ones', async () => {
    const { happens, caches, stored, self } = startWorker();
    for (const name of ['site-v0', 'site-v1', 'of-somebody-else']) await caches.open(name);
    await happens('install');
    expect(self.skipWaiting).not.toHaveBeenCalled();
    await happens('activate');
    expect([...stored.keys()].sort()).toEqual(['of-somebody-else', 'site-v1', 'site-v2-en']);
  });

  test('takes over only when a page says so', async () => {
    const { happens, self } = startWorker();
    const port = { postMessage: vi.fn() };
    await happens('message', { data: { kind: 'which' }, ports: [port] });
    expect(port.postMessage).toHaveBeenCalledWith({ manifest: '/assets/manifest-1.js' });
    expect(self.skipWaiting).not.toHaveBeenCalled();
    await happens('message', { data: { kind: 'take_over' }, ports: [] });
    expect(self.skipWaiting).toHaveBeenCalledOnce();
  });

  test('that is switched off takes itself away, with all that it held', async () => {
    const { happens, caches, stored, self, asks } = startWorker({ version: 'off' });
    await caches.open('site-v1');
    await happens('install');
    expect(self.skipWaiting).toHaveBeenCalledOnce();
    await happens('activate');
    expect(stored.size).toBe(0);
    expect(self.registration.unregister).toHaveBeenCalledOnce();
    expect(await asks('/dashboard', page)).toBeUndefined();
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { BotFault } from '@quorate/bot/bot-fault';
import { systemTimers } from '@quorate/bot/timers';
import { z } from 'zod';
import type { AppState } from '../contract/app-state.ts';
import { defineLocal } from '../contract/local-endpoint.ts';
import { openHostServer } from '../host/host-server.ts';
import { LocalFault } from '../local-fault.ts';
import { callAsWindow } from './call-host.ts';

export const echo = defineLocal({
  method: 'POST',
  path: '/api/echo/:name',
  params: z.object({ name: z.string().max(10) }),
  query: z.object({ times: z.coerce.number().int().max(3).default(1) }),
  body: z.strictObject({ word: z.string().min(1, 'Say a word'), fail: z.string().optional() }),
  reply: z.object({ said: z.string() }),
});

const FAILS: Readonly<Record<string, () => Error>> = {
  local: () => new LocalFault('conflict', 'Its bot is at work.', { code: 'bot_at_work' }),
  bot: () => new BotFault('vault', 'The vault does not open.'),
  full: () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }),
  unforeseen: () => new Error('secret detail at /home/mira'),
};

/** The server over an interface of two files, with one call that says what it was told. */
export async function hostStage(
  t: TestContext,
  timers = systemTimers,
  current: () => AppState = () => {
    throw new Error('no state in this test');
  },
) {
  const folder = mkdtempSync(join(tmpdir(), 'host ünï '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const interfaceFolder = join(folder, 'interface');
  mkdirSync(join(interfaceFolder, 'assets'), { recursive: true });
  mkdirSync(join(interfaceFolder, 'es'));
  writeFileSync(join(interfaceFolder, 'es', 'index.html'), '<title>Aplicación</title>');
  writeFileSync(
    join(interfaceFolder, 'index.html'),
    '<!doctype html><title>App</title><!-- too old -->',
  );
  writeFileSync(join(interfaceFolder, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(folder, 'app.json'), '{"secret":"of the data folder"}');
  const log: string[] = [];
  const calls: string[] = [];
  const server = await openHostServer({
    timers,
    interfaceFolder,
    notify: (line) => log.push(line),
    feed: {
      current,
      onChange: () => () => {},
    },
    register(route) {
      route(echo, ({ params, query, body }) => {
        calls.push(body.word);
        const fault = FAILS[body.fail ?? ''];
        if (fault) throw fault();
        const said = `${params.name} ${body.word.repeat(query.times)}`;
        return { said, secret: 'not declared' } as { said: string };
      });
    },
  });
  t.after(() => server.close());
  const window = (call: Parameters<typeof callAsWindow>[2]) =>
    callAsWindow(server.port, server.secret, call);
  const say = (body: unknown, headers: Record<string, string> = {}) =>
    window({ method: 'POST', path: '/api/echo/mira', body, headers });
  const redeem = (ticket: string) =>
    callAsWindow(server.port, null, { method: 'POST', path: '/session', body: { ticket } });
  return { ...server, log, calls, window, say, redeem };
}

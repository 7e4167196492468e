import { boundedText } from '@quorate/bot/service/call-endpoint';
import type { z } from 'zod';
import { quit } from '../contract/app-state.ts';
import type { LocalEndpoint } from '../contract/local-endpoint.ts';
import { readAppFile } from './app-file.ts';
import { askWindowAddress } from './window-endpoint.ts';

type Deps = Readonly<{ fetch: typeof fetch; dataDir: string }>;

const ANSWER_WITHIN_MS = 5_000;
const ANSWER_MAX_BYTES = 100_000;

/** @returns null while no app answers in this data folder */
export async function windowAddressOfRunning(deps: Deps): Promise<{ address: string } | null> {
  const found = await ask(deps, askWindowAddress, ANSWER_WITHIN_MS);
  // It is handed to programs of the system, and another address is not the app's.
  return found && isAddressAt(found.port, found.reply.address) ? found.reply : null;
}

/** Asks the running app to stop its bots and end. @returns whether it took the request */
export async function quitRunning(deps: Deps): Promise<boolean> {
  return (await ask(deps, quit, quit.timeoutMs)) !== null;
}

/** What listens on the port of an app that was killed may be another program: it proves nothing to anybody. */
async function ask<E extends LocalEndpoint>(
  { fetch, dataDir }: Deps,
  endpoint: E,
  withinMs: number,
): Promise<Readonly<{ port: number; reply: z.output<E['reply']> }> | null> {
  const running = readAppFile(dataDir);
  if (running === null) return null;
  try {
    const response = await fetch(`http://127.0.0.1:${running.port}${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${running.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const document: unknown = JSON.parse(await boundedText(response, ANSWER_MAX_BYTES));
    const reply = endpoint.reply.parse(document) as z.output<E['reply']>;
    return { port: running.port, reply };
  } catch {
    return null;
  }
}

function isAddressAt(port: number, address: string): boolean {
  const start = `http://127.0.0.1:${port}/#`;
  return address.startsWith(start) && /^[\w=&-]+$/.test(address.slice(start.length));
}

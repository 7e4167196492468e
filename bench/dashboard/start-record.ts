import { login } from '@quorate/contract/account';
import { madeUpTrades, sendTrades } from '../../e2e/support/record.ts';
import { DEMO_ACCOUNT } from '../../tools/demo/account.ts';
import { makeAccount } from '../../tools/demo/make-account.ts';
import { freePort } from '../../tools/free-port.ts';
import { startService } from '../../tools/service.ts';
import { ensureSite } from '../../tools/site.ts';
import type { BenchContext } from '../benchmark.ts';

/** A service with somebody who has traded, and their session. */
export async function startRecord({ folder, say, onEnd }: BenchContext, trades: number) {
  await ensureSite(say);
  await makeAccount({ dataDir: folder }, 'Elite');
  const service = await startService({ port: await freePort(), dataDir: folder });
  onEnd(service.stop);
  const reply = await fetch(service.url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username_or_email: DEMO_ACCOUNT.username,
      password: DEMO_ACCOUNT.password,
    }),
  });
  if (!reply.ok) throw new Error(`signing in answered ${reply.status}: ${await reply.text()}`);
  const { access_token: token, user } = (await reply.json()) as {
    access_token: string;
    user: object;
  };
  await sendTrades(service.url, token, madeUpTrades(trades, new Date(), 5));
  return { url: service.url, session: { token, user: JSON.stringify(user) } };
}

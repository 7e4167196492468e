import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_ACCOUNT } from './demo/account.ts';
import { startDemoBot } from './demo/demo-bot.ts';
import { makeAccount } from './demo/make-account.ts';
import { endTogether } from './end-together.ts';
import { packageBin } from './package-bin.ts';
import { fromRoot } from './root.ts';
import { exitOnSignals, killOnExit } from './run.ts';
import { cleanEnvironment } from './service-environment.ts';

/**
 * For development: the site with instant reload, the service, which restarts when its code changes, and a
 * filled dashboard with a bot at work, in one terminal and at one address.
 */
const SITE_PORT = 5173;
const SERVICE_PORT = 3000;
const SITE = `http://localhost:${SITE_PORT}`;
const SERVICE = `http://localhost:${SERVICE_PORT}`;
const READY_TIMEOUT_MS = 60_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const dataDir = fromRoot('.data/dev');

say(`Quorate's development set-up is starting (Node ${process.versions.node}).`);
// Until the children have a way to end in turn, they end with this process, however it ends.
const endedInTurn = exitOnSignals();
const site = spawn(
  process.execPath,
  [
    packageBin('@react-router/dev', 'react-router', fromRoot('apps/web')),
    'dev',
    '--port',
    String(SITE_PORT),
    '--strictPort',
  ],
  { cwd: fromRoot('apps/web'), stdio: ['ignore', 'ignore', 'inherit'], detached: true },
);
killOnExit(site);
await makeAccount({ dataDir });
const service = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', fromRoot('apps/api/src/server.ts')],
  {
    env: {
      ...cleanEnvironment(),
      PORT: String(SERVICE_PORT),
      DATA_DIR: dataDir,
      // Mailed links lead to the site that reloads.
      PUBLIC_URL: SITE,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  },
);
killOnExit(service);
await untilReady();
const bot = startDemoBot(SERVICE, dataDir);
endTogether([bot, service, site]);
endedInTurn();
say(
  [
    '',
    `  The site       ${SITE}`,
    `  Sign in        ${DEMO_ACCOUNT.username}, ${DEMO_ACCOUNT.password}`,
    `  Mailbox        ${SITE}/dev/mailbox`,
    `  Data           ${dataDir}`,
    '',
    'The site shows a change at once, the service restarts with it. Ctrl-C ends everything.',
    '',
  ].join('\n'),
);

async function untilReady(): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const replies = await Promise.all(
      [`${SERVICE}/readyz`, SITE].map((url) => fetch(url).catch(() => null)),
    );
    if (replies.every((reply) => reply?.ok)) return;
    if (service.exitCode !== null || site.exitCode !== null || performance.now() > deadline) {
      say(`The set-up did not start. Are the ports ${SITE_PORT} and ${SERVICE_PORT} free?`);
      process.exit(1);
    }
    await sleep(100);
  }
}

import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PROVIDERS } from '@quorate/contract/providers';
import { siteSettings } from '@quorate/contract/site-settings';
import type { ServiceInstanceId } from '@quorate/values/ids';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { secretKeyFromFile } from '../config/secret-key.ts';
import type { Database } from '../db/database.ts';
import type { FolderOwner } from '../db/folder-lock.ts';
import { newId } from '../db/ids.ts';
import { noteKeyInUse } from '../db/key-in-use.ts';
import { createSealing } from '../db/sealing.ts';
import { checkPrices, noteMissingPrices } from '../features/billing/start/check-prices.ts';
import { checkoutOrigins } from '../features/billing/start/checkout-origins.ts';
import { connectProvider, type Selling } from '../features/billing/start/connect-provider.ts';
import { createAssistant } from '../features/chat/chat.service.ts';
import { createRunner } from '../features/hosted/create-runner.ts';
import { readPrices } from '../features/hosted/read-prices.ts';
import { createLedgerKey } from '../features/ledger/ledger-key.ts';
import { createLogKey } from '../features/records/log/log-key.ts';
import { loadSite } from '../http/site.ts';
import { createPanel } from '../models/create-panel.ts';
import { createPush } from '../push/create-push.ts';
import { systemClock } from './clock.ts';
import { greeting } from './greeting.ts';
import { startInstance } from './instances/instance.ts';
import { createJobTurns } from './jobs/job-turns.ts';
import { startJobs } from './jobs.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { keepDemo, serviceJobs } from './service-jobs.ts';
import { shutDownOnSignal } from './shutdown.ts';
import { observedJobs } from './telemetry/observed-jobs.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { BUILD, VERSION } from './version.ts';

const SITE_FOLDER = fileURLToPath(new URL('../../../web/build/client', import.meta.url));

/**
 * Serves the site and every call of the contract, and does the jobs, until the process is told to end.
 *
 * @param database open and of the newest schema; closed at the end
 * @param self whom the folder of the database belongs to
 */
export async function runService(
  config: Config,
  database: Database,
  self: FolderOwner,
): Promise<void> {
  // As late as can be: what the local provider has to tell cannot wait long for who listens to it.
  const listening = Promise.withResolvers<void>();
  const selling = await connectProvider(config, { self, listening: listening.promise });
  await listen(config, database, selling);
  listening.resolve();
}

async function listen(config: Config, database: Database, selling: Selling): Promise<void> {
  const { brand, publicUrl, billing, siteFigures: figures } = config;
  const { provider } = selling;
  const secretKey = config.secretKey ?? (await secretKeyFromFile(config.dataDir));
  const sealing = createSealing(secretKey);
  const ledgerKey = createLedgerKey(secretKey);
  const logKey = createLogKey(secretKey);
  const push = createPush({
    secretKey,
    origins: config.push.origins,
    contact: `mailto:${brand.supportEmail}`,
  });
  const lifecycle = createLifecycle();
  const self = {
    id: newId<ServiceInstanceId>(),
    host: hostname(),
    pid: process.pid,
    version: BUILD,
  };
  const providers = PROVIDERS.filter((provider) => config.providers[provider]);
  const hostedPrices = await readPrices(systemClock, config.hosted);
  // They write to the app's own log, which is made below.
  const panel = await createPanel(
    { clock: systemClock, warn: (...line) => app.log.warn(...line) },
    config.models,
  );
  const app = await buildApp({
    database,
    clock: systemClock,
    site: await loadSite(
      SITE_FOLDER,
      siteSettings({ brand, publicUrl, figures, providers, demo: config.demo }),
    ),
    panel,
    assistant: await createAssistant(
      {
        db: database.db,
        clock: systemClock,
        brand,
        log: { warn: (...line): void => app.log.warn(...line) },
      },
      config.assistant,
    ),
    brand,
    publicUrl,
    servedAt: config.production ? new URL(publicUrl).hostname : undefined,
    sealing,
    ledgerKey,
    logKey,
    witnesses: config.witnesses,
    push,
    mailbox: !config.production && !config.smtpUrl,
    provider,
    fetchesAtOnce: true,
    checkoutOrigins: checkoutOrigins(provider),
    siteFigures: figures,
    trustProxy: config.trustProxy,
    limits: config.limits,
    hostedPrices,
    demo: config.demo,
    releasesDir: config.releasesDir,
    providers: config.providers,
    logLevel: config.logLevel,
    logFormat: config.telemetry.logFormat,
    copy: self.id,
    lifecycle,
  });
  const { log } = app;
  const keyBefore = await noteKeyInUse(database.db, ledgerKey.id);
  if (keyBefore !== null)
    log.error(
      { code: 'key_changed', key_before: keyBefore, key_now: ledgerKey.id },
      'SECRET_KEY is not the one this data was used with before: authenticator apps have to be set up again',
    );
  const stamped = config.stampsUrl !== undefined;
  const signing = { logKey, publicUrl, witnesses: config.witnesses, stamped };
  const jobDeps = { db: database.db, clock: systemClock, sealing, logKey, push, log, provider };
  const jobs = serviceJobs(config, jobDeps);
  const place = { dataDir: config.dataDir, publicUrl };
  const own = { version: VERSION, copy: self.id, log, signing, jobs, place };
  const watched = { database, clock: systemClock, ...own };
  const telemetry = await startTelemetry(watched, config.telemetry);
  const started = Promise.withResolvers<{ stop(): Promise<void> }[]>();
  shutDownOnSignal(config.process, lifecycle, async () => {
    // It may be told while the last of its addresses is still being opened.
    const [working, instance, runner] = await started.promise;
    // Other copies take the jobs over while requests are finished here.
    const jobsEnded = working?.stop();
    const runnerEnded = runner?.stop();
    await closeApp(app, lifecycle);
    await jobsEnded;
    await runnerEnded;
    // After whoever asks it: requests and jobs.
    await selling.stop();
    await instance?.stop();
    await telemetry.stop();
    await database.close();
  });
  // Before anybody can watch it, and before a runner trades it.
  await keepDemo(config, { db: database.db, clock: systemClock });
  await app.listen({ host: config.host, port: config.port });
  const { limits } = config;
  const runnerDeps = { db: database.db, clock: systemClock, brand, publicUrl, limits };
  const turns = createJobTurns(database.db, { self: self.id, sole: database.kind === 'embedded' });
  started.resolve([
    startJobs(observedJobs(jobs, log), { turns, log }),
    startInstance({ db: database.db, lifecycle, log }, self),
    ...(config.hosted.runs && hostedPrices.length > 0
      ? [createRunner({ ...runnerDeps, prices: hostedPrices, panel, log })]
      : []),
  ]);
  process.stdout.write(`${greeting(config, database.kind, selling.words)}\n`);
  if (billing.kind === 'paddle' && provider !== null) {
    noteMissingPrices({ provider, log });
    void checkPrices({ provider, log }, billing.prices);
  }
}

/** After this long without a request that came whole, what still comes in is not waited for. */
const QUIET_MS = 1_000;
const LOOK_EVERY_MS = 50;

/** Closes the port and answers what has come. A request that is never sent whole holds nothing open. */
async function closeApp(app: FastifyInstance, { counts }: Lifecycle): Promise<void> {
  let quietSince = performance.now();
  const look = setInterval(() => {
    if (counts.inFlight > 0) quietSince = performance.now();
    else if (performance.now() - quietSince > QUIET_MS) app.server.closeAllConnections();
  }, LOOK_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearInterval(look);
  }
}

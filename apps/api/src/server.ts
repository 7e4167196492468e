import { once } from 'node:events';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PROVIDERS } from '@quorate/contract/providers';
import { siteSettings } from '@quorate/contract/site-settings';
import type { ServiceInstanceId } from '@quorate/values/ids';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connect } from './db/connect.ts';
import type { Database } from './db/database.ts';
import { FolderUnwritableError } from './db/embedded.ts';
import { FolderInUseError } from './db/folder-lock.ts';
import { migrateToLatest, requireNewestSchema } from './db/migrate.ts';
import { closeApp, endWhenTold } from './end-when-told.ts';
import { checkPrices, noteMissingPrices } from './features/billing/start/check-prices.ts';
import { checkoutOrigins } from './features/billing/start/checkout-origins.ts';
import { connectProvider, type Selling } from './features/billing/start/connect-provider.ts';
import { createAssistant } from './features/chat/create-assistant.ts';
import { greeting } from './greeting.ts';
import { newId } from './ids.ts';
import { startInstance } from './instances/instance.ts';
import { createJobTurns } from './jobs/job-turns.ts';
import { startJobs } from './jobs.ts';
import { createLedgerKey } from './ledger-key.ts';
import { createLifecycle } from './lifecycle.ts';
import { createPanel } from './llm/create-panel.ts';
import { loadSite } from './plugins/site.ts';
import { createPush } from './push/create-push.ts';
import { createSealing } from './sealing.ts';
import { SecretKeyError, secretKeyFromFile } from './secret-key-file.ts';
import { serviceJobs } from './service-jobs.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import { toldJobs } from './telemetry/told-jobs.ts';
import { VERSION } from './version.ts';

const SITE_FOLDER = fileURLToPath(new URL('../../web/build/client', import.meta.url));

try {
  await serve(readConfig());
} catch (error) {
  // A start that fails is read by a person: the sentence, then what caused it, and no stack.
  process.stderr.write(`${startFault(error)}\n`);
  process.exit(1);
}

async function serve(config: Config): Promise<void> {
  // Before anything is opened: a taken port is the likeliest fault, and should cost no wait.
  await claimPort(config);
  const self = {
    pid: process.pid,
    started_at: new Date(systemClock.now()).toISOString(),
    address: config.publicUrl,
  };
  const database = await connect(config, self);
  try {
    await (config.process.migrates ? migrateToLatest : requireNewestSchema)(database.db);
    // As late as can be: what the local provider has to tell cannot wait long for who listens to it.
    const listening = Promise.withResolvers<void>();
    const selling = await connectProvider(config, { self, listening: listening.promise });
    await listen(config, database, selling);
    listening.resolve();
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(config: Config, database: Database, selling: Selling): Promise<void> {
  const { brand, publicUrl, billing, siteFigures: figures } = config;
  const { provider } = selling;
  const secretKey = config.secretKey ?? (await secretKeyFromFile(config.dataDir));
  const sealing = createSealing(secretKey);
  const ledgerKey = createLedgerKey(secretKey);
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
    version: VERSION,
  };
  const providers = PROVIDERS.filter((provider) => config.providers[provider]);
  const app = await buildApp({
    database,
    clock: systemClock,
    site: await loadSite(SITE_FOLDER, siteSettings({ brand, publicUrl, figures, providers })),
    // The log is the app's own, which is made here.
    panel: createPanel(
      { clock: systemClock, warn: (...line) => app.log.warn(...line) },
      config.models,
    ),
    assistant: createAssistant(
      // The log is the app's own, which is made below.
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
    sealing,
    ledgerKey,
    push,
    mailbox: !config.production && !config.smtpUrl,
    provider,
    checkoutOrigins: checkoutOrigins(provider),
    siteFigures: figures,
    trustProxy: config.trustProxy,
    limits: config.limits,
    releasesDir: config.releasesDir,
    providers: config.providers,
    logLevel: config.logLevel,
    logFormat: config.telemetry.logFormat,
    copy: self.id,
    lifecycle,
  });
  const { log } = app;
  const watched = { database, clock: systemClock, version: VERSION, copy: self.id, log };
  const telemetry = await startTelemetry(watched, config.telemetry);
  const started = Promise.withResolvers<{ stop(): Promise<void> }[]>();
  endWhenTold(config.process, lifecycle, async () => {
    // It may be told while the last of its addresses is still being opened.
    const [jobs, instance] = await started.promise;
    // Other copies take the jobs over while requests are finished here.
    const jobsEnded = jobs?.stop();
    await closeApp(app, lifecycle);
    await jobsEnded;
    // After whoever asks it: requests and jobs.
    await selling.stop();
    await instance?.stop();
    await telemetry.stop();
    await database.close();
  });
  await app.listen({ host: config.host, port: config.port });
  const jobDeps = { db: database.db, clock: systemClock, sealing, ledgerKey, push, log, provider };
  const turns = createJobTurns(database.db, { self: self.id, sole: database.kind === 'embedded' });
  started.resolve([
    startJobs(toldJobs(serviceJobs(config, jobDeps), log), { turns, log }),
    startInstance({ db: database.db, lifecycle, log }, self),
  ]);
  process.stdout.write(`${greeting(config, database.kind, selling.words)}\n`);
  if (billing.kind === 'paddle' && provider !== null) {
    noteMissingPrices({ provider, log });
    void checkPrices({ provider, log }, billing.prices);
  }
}

async function claimPort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  probe.listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function startFault(error: unknown): string {
  const complete = [ConfigError, FolderInUseError, FolderUnwritableError, SecretKeyError].some(
    (kind) => error instanceof kind,
  );
  if (complete && error instanceof Error) return error.message;
  if (!(error instanceof Error)) return `The service could not start: ${String(error)}`;
  const code = 'code' in error ? error.code : undefined;
  const port = 'port' in error ? String(error.port) : '';
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or set PORT to a free port.`;
  if (code === 'EACCES' && port !== '')
    return `Port ${port} needs more rights than this user has. Set PORT to 1024 or above.`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `The service could not start: ${error.message}${cause}`;
}

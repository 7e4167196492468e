import { fastify } from 'fastify';
import { ConfigError, readConfig } from './config/config.ts';
import { connect } from './db/connect.ts';
import { requireNewestSchema } from './db/migrate.ts';
import { createRunner } from './features/hosted/create-runner.ts';
import { readPrices } from './features/hosted/read-prices.ts';
import { createPanel } from './models/create-panel.ts';
import { systemClock } from './process/clock.ts';
import { outliveReaders } from './process/output.ts';
import { loggerOptions } from './process/telemetry/logger.ts';
import { startTelemetry } from './process/telemetry/start-telemetry.ts';
import { VERSION } from './process/version.ts';

/** A process that trades hosted accounts and serves no page: as many as wanted stand beside the service. */
process.umask(0o077);
outliveReaders();

try {
  await run();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    error instanceof ConfigError ? `${message}\n` : `The runner could not start: ${message}\n`,
  );
  process.exit(1);
}

async function run(): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl === undefined)
    throw new Error(
      'it needs the PostgreSQL of the service in DATABASE_URL. With the embedded database the service trades them itself.',
    );
  const prices = await readPrices(systemClock, config.hosted);
  if (prices.length === 0) throw new Error('HOSTED_PRICES is none: there is nothing to trade.');
  const database = await connect(config, {
    pid: process.pid,
    started_at: new Date(systemClock.now()).toISOString(),
    address: config.publicUrl,
  });
  await requireNewestSchema(database.db);
  const { log } = fastify({
    logger: loggerOptions({ level: config.logLevel, format: config.telemetry.logFormat }),
  });
  const { brand, publicUrl, limits } = config;
  const runner = createRunner({
    db: database.db,
    clock: systemClock,
    prices,
    panel: await createPanel(
      { clock: systemClock, warn: (...line) => log.warn(...line) },
      config.models,
    ),
    brand,
    publicUrl,
    limits,
    log,
  });
  const telemetry = await startTelemetry(
    { database, clock: systemClock, version: VERSION, copy: runner.id, log },
    { ...config.telemetry, metrics: config.telemetry.runnerMetrics },
  ).catch(async (error: unknown) => {
    await runner.stop();
    throw error;
  });
  process.stdout.write(`Runner ${runner.id} trades hosted accounts. Stop it with Ctrl+C.\n`);
  let ending = false;
  const stop = async () => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), config.process.finishMs).unref();
    await runner.stop();
    await telemetry.stop();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

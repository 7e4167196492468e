import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { SecretKeyError } from './config/secret-key.ts';
import { closeFolder } from './db/close-folder.ts';
import { connect, connectDirect } from './db/connect.ts';
import { noteLastDatabase, otherDatabaseWords } from './db/database-place.ts';
import { FolderUnwritableError } from './db/embedded.ts';
import { FolderInUseError, type FolderOwner } from './db/folder-lock.ts';
import { migrateToLatest, requireNewestSchema } from './db/migrate.ts';
import { systemClock } from './process/clock.ts';
import { outliveReaders } from './process/output.ts';

// Whatever this process makes, and what it starts, is for its user alone.
process.umask(0o077);
outliveReaders();

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
  for (const line of closeFolder(config.dataDir)) process.stderr.write(`${line}\n`);
  // Before an embedded database is made: a lost DATABASE_URL looks just like a first start.
  const other = await otherDatabaseWords(config);
  if (other !== null) process.stderr.write(`${other}\n`);
  const database = await connect(config, self);
  try {
    await noteLastDatabase(config);
    if (!config.process.migrates) await requireNewestSchema(database.db);
    else if (config.databaseDirectUrl === undefined) await migrateToLatest(database.db);
    else await migratePastPooler(config, self);
    // Loaded here: it is most of what a start takes, and a start that is refused has no use for it.
    const { runService } = await import('./process/run-service.ts');
    await runService(config, database, self);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function migratePastPooler(config: Config, self: FolderOwner): Promise<void> {
  const direct = await connectDirect(config, self);
  await migrateToLatest(direct.db).finally(direct.close);
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

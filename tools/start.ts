import { existsSync } from 'node:fs';
import { fromRoot } from './root.ts';
import { ensureService } from './service-build.ts';
import { ensureSite } from './site.ts';

// npm takes most of a second itself: say something before anything else is loaded.
process.stdout.write(`Quorate is starting (Node ${process.versions.node}).\n`);

// Variables that are set already win over the file.
const settings = fromRoot('.env');
if (existsSync(settings)) process.loadEnvFile(settings);

const say = (line: string) => void process.stdout.write(`${line}\n`);
const production = process.env.NODE_ENV === 'production';
try {
  await ensureSite(say);
  if (production) await ensureService(say);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

// In this process, not in one of its own: signals and exit codes then need no forwarding.
await import(production ? fromRoot('build/service/server.js') : '../apps/api/src/server.ts');

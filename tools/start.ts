import { existsSync } from 'node:fs';
import { fromRoot } from './root.ts';
import { ensureSite } from './site.ts';

// npm takes most of a second itself: say something before anything else is loaded.
process.stdout.write(`Quorate is starting (Node ${process.versions.node}).\n`);

// Variables that are set already win over the file.
const settings = fromRoot('.env');
if (existsSync(settings)) process.loadEnvFile(settings);

try {
  await ensureSite((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

// In this process, not in one of its own: signals and exit codes then need no forwarding.
await import('../apps/api/src/server.ts');

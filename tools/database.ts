import { existsSync } from 'node:fs';
import { runDatabase } from '../apps/api/src/database-command.ts';
import { fromRoot } from './root.ts';

// As the service does: variables that are set already win over the file.
const settings = fromRoot('.env');
if (existsSync(settings)) process.loadEnvFile(settings);

process.exitCode = await runDatabase(process.argv.slice(2));

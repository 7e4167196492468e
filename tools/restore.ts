import { existsSync } from 'node:fs';
import { runRestore } from '../apps/api/src/backup/restore-command.ts';
import { fromRoot } from './root.ts';

// As the service does: variables that are set already win over the file.
const settings = fromRoot('.env');
if (existsSync(settings)) process.loadEnvFile(settings);

process.exitCode = await runRestore(process.argv.slice(2));

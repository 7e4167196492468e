import { existsSync } from 'node:fs';
import { runOperator } from '../apps/api/src/operator.ts';
import { fromRoot } from './root.ts';

// As the service does: variables that are set already win over the file.
const settings = fromRoot('.env');
if (existsSync(settings)) process.loadEnvFile(settings);

process.exitCode = await runOperator(process.argv.slice(2));

import { runExport } from '../apps/api/src/backup/export-command.ts';
import { command } from './command.ts';

await command(runExport);

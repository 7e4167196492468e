import { runExport } from '../apps/api/src/commands/backup/export-command.ts';
import { command } from './command.ts';

await command(runExport);

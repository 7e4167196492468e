import { runBackup } from '../apps/api/src/commands/backup/backup-command.ts';
import { command } from './command.ts';

await command(runBackup);

import { runBackup } from '../apps/api/src/backup/backup-command.ts';
import { command } from './command.ts';

await command(runBackup);

import { runRestore } from '../apps/api/src/backup/restore-command.ts';
import { command } from './command.ts';

await command(runRestore);

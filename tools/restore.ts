import { runRestore } from '../apps/api/src/commands/backup/restore-command.ts';
import { command } from './command.ts';

await command(runRestore);

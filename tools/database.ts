import { runDatabase } from '../apps/api/src/commands/database-command.ts';
import { command } from './command.ts';

await command(runDatabase);

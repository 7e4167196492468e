import { runDatabase } from '../apps/api/src/database-command.ts';
import { command } from './command.ts';

await command(runDatabase);

import { runOperator } from '../apps/api/src/commands/operator.ts';
import { command } from './command.ts';

await command(runOperator);

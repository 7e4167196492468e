import { runOperator } from '../apps/api/src/operator.ts';
import { command } from './command.ts';

await command(runOperator);

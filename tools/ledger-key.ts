import { runLedgerKey } from '../apps/api/src/commands/ledger-key.ts';
import { command } from './command.ts';

await command(runLedgerKey);

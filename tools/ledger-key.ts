import { runLedgerKey } from '../apps/api/src/commands/ledger-key.ts';
import { command } from './command.ts';

const folder = process.env.INIT_CWD ?? '.';
await command((args) => runLedgerKey(args, folder));

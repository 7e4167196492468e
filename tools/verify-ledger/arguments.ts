import { parseArgs } from 'node:util';

export const USAGE = `npm run verify-ledger -- FILE [--key KEY.pem] [--earlier FILE] [--json]
  FILE       a decision ledger as downloaded
  --key      the service's public key, in PEM or as /api/ledger/key answers it; may be given twice
  --earlier  a file that was downloaded before: FILE has to go on where it ended
  --json     the result for programs

It ends with 0 for a file that is whole and signed with KEY, with 1 for one that is not, with 2 for one that
is consistent in itself where no key was given, and with 3 where it cannot read a file or these words.`;

export type Arguments = Readonly<{
  file: string;
  keys: readonly string[];
  earlier: string | null;
  json: boolean;
}>;

/** @returns null for arguments that are none */
export function readArguments(words: readonly string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        key: { type: 'string', multiple: true, default: [] },
        earlier: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return null;
    return { file, keys: values.key, earlier: values.earlier ?? null, json: values.json };
  } catch {
    return null;
  }
}

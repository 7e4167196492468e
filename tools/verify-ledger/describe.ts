import type { BrokenLedger, VerifiedLedger } from '@quorate/ledger/verify';

/** What was found, in lines for people. */
export function describeLedger(file: string, verdict: VerifiedLedger | BrokenLedger): string {
  const lines = verdict.kind === 'verified' ? verified(file, verdict) : broken(file, verdict);
  return lines.map(visible).join('\n');
}

/** What a file brings must not move the cursor, nor begin a line of its own. */
function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}

function verified(
  file: string,
  { user, records, hash, signedAt, kept, keys, pinned }: VerifiedLedger,
): string[] {
  const several = keys.length > 1 ? 's' : '';
  const facts = [
    `  user     ${user}`,
    `  records  ${records}`,
    `  head     ${hash}`,
    `  signed   ${signedAt}, key ${keys.at(-1)}`,
    `  kept     ${keptInWords(kept)}`,
  ];
  if (pinned)
    return [
      `VERIFIED  ${file}`,
      ...facts,
      `The key${several} that signed it ${several ? 'are those' : 'is the one'} you gave.`,
    ];
  return [
    `CONSISTENT IN ITSELF, SIGNER NOT KNOWN  ${file}`,
    ...facts,
    '  checked      that its hashes, their order and its signatures fit each other',
    `  not checked  who signed it: the key${several} ${keys.join(' and ')} came with the file`,
    "Anybody can make such a file with a key of their own. Give the service's key with --key.",
  ];
}

function keptInWords(kept: number): string {
  if (kept === 0) return 'no daily statement';
  return kept === 1
    ? '1 daily statement, true of this chain'
    : `${kept} daily statements, each true of this chain`;
}

function broken(file: string, { line, record, reason }: BrokenLedger): string[] {
  const place = record === null ? `line ${line}` : `line ${line}, record ${record}`;
  return [`BROKEN    ${file}`, `  ${place}: ${reason}`];
}

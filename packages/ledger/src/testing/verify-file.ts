import {
  type BrokenLedger,
  createLedgerVerifier,
  type VerifiedLedger,
  type VerifyOptions,
} from '../verify.ts';

/** Verifies a file, given in pieces of some size. */
export function verifyFile(
  file: Uint8Array,
  options: VerifyOptions & { pieceBytes?: number } = {},
): VerifiedLedger | BrokenLedger {
  const { pieceBytes = 65_536, ...rest } = options;
  const verifier = createLedgerVerifier(rest);
  for (let from = 0; from < file.length; from += pieceBytes)
    if (!verifier.push(file.subarray(from, from + pieceBytes))) break;
  return verifier.end();
}

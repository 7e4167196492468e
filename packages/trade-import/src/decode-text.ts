import { sectionTitled } from './languages.ts';

/** How much of a file is looked at to tell its encoding. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The text of a report. Terminals write UTF-16 with a mark at its front; files that were saved again come
 * as UTF-8, or in the old encodings of Windows, which only their words tell apart.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = zeroShares(sample);
  if (zeros.odd > 0.3) return 'utf-16le';
  if (zeros.even > 0.3) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return namesSection(new TextDecoder('windows-1251').decode(sample))
    ? 'windows-1251'
    : 'windows-1252';
}

/** Latin text in UTF-16 has a zero in every second place. */
function zeroShares(sample: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = Math.max(1, sample.length / 2);
  return { even: even / half, odd: odd / half };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a Russian section's title is in the text. */
function namesSection(text: string): boolean {
  return (text.match(/\p{Script=Cyrillic}+/gu) ?? []).some((word) => sectionTitled(word) !== null);
}

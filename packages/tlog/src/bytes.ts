// Browsers of before 2026 lack `Uint8Array.fromBase64` and its kin, and Node's Buffer is not there at all.

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/** @returns null for what is no hex, in small letters */
export function fromHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = 16 * digitAt(text, 2 * at) + digitAt(text, 2 * at + 1);
  return bytes;
}

/** Of '0' to '9' and 'a' to 'f'. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Base64 has spare bits and optional padding: only the one way to write bytes is read. @returns null for what is none */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

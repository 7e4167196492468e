import { readVerifierKey, SIGNATURE_TYPES, type VerifierKey } from '@quorate/tlog/note';

/** Somebody else who sees that the log only grows. */
export type WitnessSettings = Readonly<{
  key: VerifierKey;
  /** Behind which `/add-checkpoint` is. */
  url: string;
}>;

/** @param text pairs of key and address, with commas between them */
export function witnessesFrom(text = ''): {
  witnesses: readonly WitnessSettings[];
  faults: string[];
} {
  const faults: string[] = [];
  const witnesses = text.split(',').flatMap((pair) => {
    const [keyText = '', address = '', ...more] = pair.trim().split(/\s+/);
    if (keyText === '') return [];
    const key = readVerifierKey(keyText);
    const url = addressOf(address);
    if (key?.type === SIGNATURE_TYPES.cosignature && url !== null && more.length === 0)
      return [{ key, url }];
    faults.push(
      `LOG_WITNESSES must be pairs of a witness's key and its address, as witness.example/w1+1a2b3c4d+BA… https://witness.example; this is none: ${pair.trim()}`,
    );
    return [];
  });
  const names = witnesses.map(({ key }) => key.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) faults.push(`LOG_WITNESSES names ${twice} twice`);
  return { witnesses, faults };
}

function addressOf(text: string): string | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? text.replace(/\/+$/, '') : null;
}

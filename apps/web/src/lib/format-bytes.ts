const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** @example formatBytes(1_234_567) // '1.2 MB' */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit: (typeof UNITS)[number] = 'bytes';
  for (const next of UNITS) {
    unit = next;
    if (amount < 1_000 || next === 'GB') break;
    amount /= 1_000;
  }
  return `${unit === 'bytes' ? amount : amount.toFixed(1)} ${unit}`;
}

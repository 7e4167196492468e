import { z } from 'zod';

/** Windows keeps each part of a program's version in 16 bits. */
const PART_MAX = 65_535;

/** Three numbers without leading zeros, as 1.12.0. */
export const releaseVersion = z
  .string()
  .regex(/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/, 'must be three numbers such as 1.12.0')
  .refine((text) => partsOf(text).every((part) => part <= PART_MAX), 'has a part over 65535');

/** Above 0 where `a` is newer. */
export function compareVersions(a: string, b: string): number {
  const others = partsOf(b);
  for (const [place, part] of partsOf(a).entries()) {
    const difference = part - (others[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): number[] {
  return version.split('.').map(Number);
}

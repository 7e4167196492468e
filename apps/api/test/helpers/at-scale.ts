/**
 * How often a test tries. After every change a part of it is enough; `npm run test:matrix`, and a run of
 * files that are named, do all of it.
 */
export function atScale(counts: Readonly<{ full: number; part: number }>): number {
  return process.env.TEST_SCALE === 'part' ? counts.part : counts.full;
}

/**
 * Work in slices of a millisecond or two: it yields between them, so that a service can answer others in
 * the meantime. Pure: however it is driven, it comes to the same result.
 */
export type Slices<T> = Generator<undefined, T, undefined>;

/** How many small steps, such as one trade of one resample, a slice holds. */
export const SLICE_STEPS = 100_000;

/** Runs the work without a pause. @example finish(performanceOf(history)) */
export function finish<T>(work: Slices<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

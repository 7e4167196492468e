/** A promise of the service that tests hold, and benchmarks measure where it has a figure. */
export type Check = {
  /** B1 to B15 of payments, 1 to 52 of everything else. */
  id: string;
  promise: string;
  /** Tests as the conformance page names them: `file › test`. */
  tests: readonly string[];
  /** Benchmarks of `npm run bench` that measure its figure. */
  benches?: readonly string[];
};

export type CheckGroup = { title: string; checks: readonly Check[] };

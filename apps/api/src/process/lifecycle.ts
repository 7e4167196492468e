/** How this copy of the service is doing, as far as the process itself knows. */
export type Lifecycle = Readonly<{
  /** From now on nothing new should be sent here; what comes all the same is answered. */
  end(): void;
  isEnding(): boolean;
  counts: Counts;
}>;

type Counts = {
  /** Answers since the start. */
  requests: number;
  /** Those of 500 and above among them. */
  errors: number;
  /** Requests that came whole and are not answered to the end yet. */
  inFlight: number;
};

export function createLifecycle(): Lifecycle {
  let ending = false;
  return {
    end: () => {
      ending = true;
    },
    isEnding: () => ending,
    counts: { requests: 0, errors: 0, inFlight: 0 },
  };
}

/** Does work one piece after the other, in the order in which it came; what fails holds nothing up. */
export type OneAtATime = <R>(work: () => Promise<R>) => Promise<R>;

export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done;
    // Whoever asked hears of the fault.
    done.catch(() => {});
    return done;
  };
}

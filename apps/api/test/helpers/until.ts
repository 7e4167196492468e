const TIMEOUT_MS = 10_000;

type Held<T> = Exclude<T, false | null | undefined>;

/** Waits for what nobody announces, and gives it. @throws Error when it does not come to be */
export async function until<T>(
  holds: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Held<T>> {
  const held = await within(holds, timeoutMs);
  if (held === null) throw new Error(`not so after ${timeoutMs} ms: ${holds.toString()}`);
  return held;
}

/** The same where it may not come to be: null then. An error of `holds` is thrown. */
export async function within<T>(
  holds: () => T | Promise<T>,
  timeoutMs: number,
): Promise<Held<T> | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await holds();
    if (value) return value as Held<T>;
    if (performance.now() > deadline) return null;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

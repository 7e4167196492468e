const TIMEOUT_MS = 10_000;

/** Waits for what nobody announces, and gives it. @throws Error when it does not come to be */
export async function until<T>(
  holds: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await holds();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (performance.now() > deadline)
      throw new Error(`not so after ${timeoutMs} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

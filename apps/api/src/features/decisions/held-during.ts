/** Well within the time after which others take over. */
const EVERY_MS = 3_000;

/**
 * Says again and again that work is under way, until it has ended. Where that fails nobody is told: the next
 * try may succeed, and whoever takes over meanwhile asks what is on record first.
 *
 * @param hold says it once
 */
export async function heldDuring<T>(
  hold: () => Promise<void>,
  work: () => Promise<T>,
  everyMs = EVERY_MS,
): Promise<T> {
  let saying = false;
  const timer = setInterval(async () => {
    if (saying) return;
    saying = true;
    await hold().catch(() => {});
    saying = false;
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

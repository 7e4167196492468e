/** The element that the provider's frame goes into has this class, and no other element has. */
export const FRAME_TARGET = 'payment-frame';

const POLL_MS = 100;
const LIMIT_MS = 5_000;

/** The page has no place for the frame. Its message is a sentence of the specification. */
export class ContainerMissing extends Error {
  override readonly name = 'ContainerMissing';
  override readonly message = 'Checkout container failed to load';
}

/**
 * Waits for the frame's container.
 *
 * @throws ContainerMissing after 5 s without one; the signal's reason when it is aborted
 */
export async function untilContainer(signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    signal.throwIfAborted();
    if (document.getElementsByClassName(FRAME_TARGET).length > 0) return;
    if (waitedMs >= LIMIT_MS) throw new ContainerMissing();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

import { frameSettings, type OpenOptions } from './frame-settings.ts';
import { loadPaddle } from './load-paddle.ts';
import type { ProviderSettings } from './order.ts';
import { untilContainer } from './until-container.ts';

/** Something that is to be paid already, and where. */
export type Bill = Readonly<{ transactionId: string; provider: ProviderSettings }>;

/**
 * Opens the provider's frame in its container, for the bill that the page's address names.
 *
 * @throws Error when it cannot be opened; when aborted, the signal's reason
 */
export async function openBill(
  { transactionId, provider }: Bill,
  { theme, listen, signal }: OpenOptions,
): Promise<void> {
  await untilContainer(signal);
  // What may be paid with is the bill's own: it may have been made for a bank transfer.
  const settings = frameSettings(theme);
  const { paddle, isFirst } = await loadPaddle(provider, { listen, signal, defaults: settings });
  signal.throwIfAborted();
  // By itself the script opens the bill of the address, once: the moment it is initialized
  // (developer.paddle.com/build/transactions/default-payment-link).
  if (!isFirst) paddle.Checkout.open({ transactionId, settings });
  signal.addEventListener('abort', () => paddle.Checkout.close(), { once: true });
}

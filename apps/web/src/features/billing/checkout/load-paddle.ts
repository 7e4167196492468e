import {
  type CheckoutSettings,
  initializePaddle,
  type Paddle,
  type PaddleEventData,
} from '@paddle/paddle-js';
import type { ProviderSettings } from './order.ts';

type LoadOptions = {
  /** Takes the place of an earlier listener. */
  listen: (event: PaddleEventData) => void;
  /** Ends the listening, and keeps what is not initialized yet from being so. */
  signal: AbortSignal;
  /** Of a frame that the provider opens by itself. */
  defaults?: CheckoutSettings;
};

type LoadedPaddle = {
  paddle: Paddle;
  /** It was initialized just now, and not by an earlier call. */
  isFirst: boolean;
};

/**
 * Loads the provider's script, unless the page has it, and has it tell us what happens in its frame.
 *
 * @throws Error when the script does not load or refuses its settings; when aborted, the signal's reason
 */
export async function loadPaddle(
  provider: ProviderSettings,
  { listen, signal, defaults }: LoadOptions,
): Promise<LoadedPaddle> {
  // The loader takes the script that it finds; by itself it loads the provider's own.
  if (provider.script !== null && !window.PaddleBillingV1) await loadScript(provider.script);
  // Without settings the loader only loads.
  const script = await initializePaddle();
  signal.throwIfAborted();
  const isFirst = !script?.Initialized;
  const paddle = await initializePaddle({
    environment: provider.environment === 'production' ? 'production' : 'sandbox',
    token: provider.client_token,
    eventCallback: (event) => {
      // What a closed frame still says is not about the one that took its place.
      if (!signal.aborted) listen(event);
    },
    // Given once: later settings are none that the provider takes.
    ...(isFirst && defaults && { checkout: { settings: defaults } }),
  });
  // The loader only warns when the script takes the settings for wrong.
  if (!paddle?.Initialized) throw new Error('the payment provider did not take our settings.');
  return { paddle, isFirst };
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the script of the payment provider could not be loaded.'));
    });
    document.head.append(script);
  });
}

import type { CheckoutOrigins } from '../../../http/page-policy.ts';
import type { Provider } from '../billing.deps.ts';

/**
 * The provider's origins on the checkout page. Paddle publishes no list: these are the hosts that its
 * script names for each environment, its own frame and error page, style sheet and pictures included.
 *
 * `public.profitwell.com` is left out on purpose. The live script loads a revenue analytics of Paddle's
 * from there; nobody needs it to pay, and the privacy policy says that no tracking cookies are used.
 */
export function checkoutOrigins(provider: Provider | null): CheckoutOrigins {
  if (provider === null) return { script: [], frame: [], connect: [], style: [], img: [] };
  if (provider.script !== null) {
    const { origin } = new URL(provider.script);
    return { script: [origin], frame: [origin], connect: [origin], style: [], img: [] };
  }
  const prefix = provider.environment === 'production' ? '' : 'sandbox-';
  const host = (name: string) => `https://${prefix}${name}.paddle.com`;
  // The script itself always comes from the live host; in the sandbox the rest of it does not.
  const files = [...new Set(['https://cdn.paddle.com', host('cdn')])];
  return {
    script: files,
    frame: [host('buy'), ...files],
    connect: ['api', 'buy', 'create-checkout', 'checkout-service'].map(host),
    style: files,
    img: files,
  };
}

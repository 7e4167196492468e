import { plural, t } from '@lingui/core/macro';
import {
  type CheckoutSettings,
  initializePaddle,
  type Paddle,
  type PaddleEventData,
  type Theme,
} from '@paddle/paddle-js';
import type { getCheckoutSettings } from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import { useTheme } from '@quorate/ui/theme';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';

/** How to load the provider's script, and what it is to be initialized with. */
export type ProviderSettings = NonNullable<Reply<typeof getCheckoutSettings>['settings']>;

export type PaymentFrame = Readonly<{
  state: 'opening' | 'open' | 'closed' | 'failed';
  /** Why it failed. */
  error: unknown;
  /** What the provider last said that the order costs. */
  prices: Prices | null;
  /** The last payment did not go through; another one may be tried in the frame. */
  declined: boolean;
  /** The provider is at work on a payment, or has taken it. */
  paying: boolean;
  /** Why the provider showed nothing to pay, in its words. */
  refusal: string | null;
}>;

type FrameOptions<Sale> = {
  /** The same function every time: another one opens the frame again. */
  open: (sale: Sale, options: OpenOptions) => Promise<void>;
  theme: Theme;
  onCompleted: (transactionId: string) => void;
};

const OPENING: PaymentFrame = {
  state: 'opening',
  error: null,
  prices: null,
  declined: false,
  paying: false,
  refusal: null,
};

/**
 * The provider's frame in the page.
 *
 * @param sale what is to be paid; nothing happens while it is null
 */
export function usePaymentFrame<Sale>(sale: Sale | null, options: FrameOptions<Sale>) {
  const { open } = options;
  const [frame, setFrame] = useState<PaymentFrame>(OPENING);
  const [attempt, setAttempt] = useState(0);
  // Another theme opens the frame again; while money moves in it, it stays.
  const theme = useHeld(options.theme, frame.paying);
  const onCompleted = useEffectEvent(options.onCompleted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what runs it again.
  useEffect(() => {
    if (sale === null) return;
    const leave = new AbortController();
    const { signal } = leave;
    const change = (part: Partial<PaymentFrame>) => setFrame((now) => ({ ...now, ...part }));
    let openId: string | null = null;
    let loaded = false;
    const listen = (event: PaddleEventData) => {
      const { name, data } = event;
      const prices = readPrices(data);
      if (prices) change({ prices });
      const id = readCheckoutId(data);
      const step: string = name ?? '';
      switch (step) {
        case 'checkout.loaded':
          openId = id;
          loaded = true;
          break;
        case 'checkout.payment.initiated':
          change({ paying: true, declined: false });
          break;
        case 'checkout.failed':
        case 'checkout.error':
          change({
            paying: false,
            declined: true,
            refusal: loaded ? null : readReason(event),
          });
          break;
        case 'checkout.payment.failed':
        case 'checkout.payment.error':
          change({ paying: false, declined: true });
          break;
        case 'checkout.completed':
          change({ paying: true, declined: false });
          onCompleted(readTransactionId(data));
          break;
        case 'checkout.closed':
          // The farewell of a frame that stood here before comes late, and means nothing to this one.
          if (openId !== null && (id === null || id === openId))
            change({ state: 'closed', paying: false, declined: false });
      }
    };
    setFrame(OPENING);
    open(sale, { theme, listen, signal }).then(
      () => change({ state: 'open' }),
      (error: unknown) => {
        if (!signal.aborted) change({ state: 'failed', error });
      },
    );
    return () => leave.abort();
  }, [sale, open, theme, attempt]);

  return { ...frame, again: () => setAttempt((last) => last + 1) };
}

/** A value that stands still while it is held, and follows again afterwards. */
function useHeld<T>(value: T, hold: boolean): T {
  const [kept, setKept] = useState(value);
  if (!hold && kept !== value) setKept(value);
  return hold ? kept : value;
}

/** What every opening of the provider's frame is given. */
export type OpenOptions = {
  theme: Theme;
  listen: (event: PaddleEventData) => void;
  /** Closes the frame, or keeps it from being opened at all. */
  signal: AbortSignal;
};

/** Of a frame within the page, in its container. */
export function frameSettings(theme: Theme) {
  return {
    displayMode: 'inline',
    frameTarget: FRAME_TARGET,
    frameInitialHeight: 450,
    frameStyle: 'width: 100%; min-width: 280px; background-color: transparent; border: none;',
    theme,
    locale: 'en',
    allowLogout: false,
    showAddDiscounts: false,
  } as const satisfies CheckoutSettings;
}

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
  if (!paddle?.Initialized) throw new Error(t`the payment provider did not take our settings.`);
  return { paddle, isFirst };
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(t`the script of the payment provider could not be loaded.`));
    });
    document.head.append(script);
  });
}

/** The element that the provider's frame goes into has this class, and no other element has. */
export const FRAME_TARGET = 'payment-frame';

const POLL_MS = 100;
const LIMIT_MS = 5_000;

/** The page has no place for the frame. Its message is a sentence of the specification. */
export class ContainerMissing extends Error {
  override readonly name = 'ContainerMissing';
  override readonly message = t`Checkout container failed to load`;
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

const totals = z.object({
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  /** Of the customer's balance, taken off the total. */
  credit: z.number().nullish(),
  /** What is left to pay now. */
  balance: z.number().nullish(),
});

const cycle = z.object({
  interval: z.enum(['day', 'week', 'month', 'year']),
  frequency: z.number(),
});

const sale = z.object({
  currency_code: z.string(),
  totals,
  recurring_totals: totals.nullish(),
  items: z.array(z.object({ billing_cycle: cycle.nullish().catch(null) })),
});

/** What the provider says that the order costs; in major units. */
export type Prices = Readonly<{
  currency: string;
  subtotal: number;
  tax: number;
  credit: number;
  due: number;
  /** Null: nothing more will be billed. */
  renewal: { amount: number; every: string } | null;
}>;

/** The amounts of an event of the provider's frame; null when it carries none. */
export function readPrices(data: unknown): Prices | null {
  const parsed = sale.safeParse(data);
  if (!parsed.success) return null;
  const { currency_code: currency, totals: now, recurring_totals: later, items } = parsed.data;
  const renews = items[0]?.billing_cycle;
  return {
    currency,
    subtotal: now.subtotal,
    tax: now.tax,
    credit: now.credit ?? 0,
    due: now.balance ?? now.total,
    renewal: later && renews ? { amount: later.total, every: cycleWords(renews) } : null,
  };
}

const ids = z.object({ id: z.string().nullish(), transaction_id: z.string().nullish() });

/** The number of the payment, else of the checkout; empty without either. */
export function readTransactionId(data: unknown): string {
  const parsed = ids.safeParse(data);
  return parsed.success ? (parsed.data.transaction_id ?? parsed.data.id ?? '') : '';
}

/** Which opening of the frame an event comes from; null when it does not say. */
export function readCheckoutId(data: unknown): string | null {
  const parsed = ids.safeParse(data);
  return parsed.success ? (parsed.data.id ?? null) : null;
}

const reason = z.object({
  detail: z.string().nullish(),
  error: z.object({ detail: z.string().nullish() }).nullish(),
});

/** What an error event of the provider's frame says of itself. */
export function readReason(event: unknown): string {
  const parsed = reason.safeParse(event);
  const words = parsed.success ? parsed.data.detail || parsed.data.error?.detail : null;
  return words || t`the payment provider gave no reason.`;
}

function cycleWords({ interval, frequency }: z.output<typeof cycle>): string {
  switch (interval) {
    case 'day':
      return plural(frequency, { one: 'every day', other: 'every # days' });
    case 'week':
      return plural(frequency, { one: 'every week', other: 'every # weeks' });
    case 'month':
      return plural(frequency, { one: 'every month', other: 'every # months' });
    case 'year':
      return plural(frequency, { one: 'every year', other: 'every # years' });
  }
}

/** What the reader sees, which the provider's frame is to be like. */
export function useShownTheme(): 'light' | 'dark' {
  const chosen = useTheme();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  if (chosen !== 'system') return chosen;
  return systemDark ? 'dark' : 'light';
}

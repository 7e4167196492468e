import type { PaddleEventData, Theme } from '@paddle/paddle-js';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenOptions } from './frame-settings.ts';
import {
  type Prices,
  readCheckoutId,
  readPrices,
  readReason,
  readTransactionId,
} from './provider-events.ts';

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

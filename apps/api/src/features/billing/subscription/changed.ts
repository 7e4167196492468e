import type { SubscriptionView } from '@quorate/contract/subscription';

/** What became of a wish. `pending`: it is written down, and passed on as soon as the provider answers. */
export type Changed = Readonly<{
  status: 'done' | 'pending';
  message: string;
  subscription: SubscriptionView | null;
}>;

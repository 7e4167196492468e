import type { Reply } from '@quorate/contract/endpoint';
import type { cancelSubscription } from '@quorate/contract/subscription';

/** What the service answers to every act on a subscription. */
export type Changed = Reply<typeof cancelSubscription>;

import { floorsView } from '@quorate/contract/rule-sets';
import { z } from 'zod';

/** How an account stands to its limits, as the computer that trades it shows it. Major units. */
export const shownFloors = z.object({
  ...floorsView.shape,
  /** Why nothing is opened beside a lock, a sentence each; empty where nothing else speaks against it. */
  entries_off: z.array(z.string()),
  /** What the governor said before it made positions fit under a floor that rises; null where it has nothing to say. */
  warning: z.string().nullable(),
});
export type ShownFloors = z.output<typeof shownFloors>;

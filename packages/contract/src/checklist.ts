import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** The setup checklist in the order it is shown (specification, section 3). */
export const CHECKLIST_ITEMS = [
  { id: 'mt5-installed', critical: true },
  { id: 'mt5-account', critical: true },
  { id: 'algo-trading', critical: true },
  { id: 'desktop-app', critical: false },
  { id: 'bot-config', critical: false },
  { id: 'risk-settings', critical: true },
] as const;

export type ChecklistItemId = (typeof CHECKLIST_ITEMS)[number]['id'];

const CHECKLIST_IDS = CHECKLIST_ITEMS.map((item) => item.id) as [
  ChecklistItemId,
  ...ChecklistItemId[],
];

export const checklist = z.partialRecord(z.enum(CHECKLIST_IDS), z.boolean());
export type Checklist = z.output<typeof checklist>;

export const getChecklist = defineEndpoint({
  method: 'GET',
  path: '/api/user/checklist',
  auth: 'user_or_device',
  summary: 'Which steps of the setup are done; every item is present',
  reply: z.object({ success: z.literal(true), checklist }),
  errors: ['unauthorized'],
});

/** A device says what it has seen; what it has not seen may be done all the same: its `false` changes nothing. */
export const saveChecklist = defineEndpoint({
  method: 'POST',
  path: '/api/user/checklist',
  auth: 'user_or_device',
  summary:
    'Saves the items that are sent; the others stay as they are. A device only turns items on',
  body: z.object({ checklist }),
  reply: z.object({ success: z.literal(true), checklist }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

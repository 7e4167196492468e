import { z } from 'zod';

const times = z
  .int()
  .min(1)
  .nullable()
  .default(1)
  .describe('How often it happens; null: until it is cleared');
const eventType = z.string().min(1).default('*');
const path = z.string().min(1).default('*');
const method = z.enum(['GET', 'POST', 'PATCH', 'DELETE']).optional();
const delayMs = z.int().min(0).max(86_400_000);
const webhook = { times, event_type: eventType };
const call = {
  times,
  path,
  method,
  /** true: the call does its work, and only its answer is lost. */
  applied: z.boolean().default(false),
};

/** What can go wrong on purpose, as POST /emulator/faults takes it. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('webhook_drop'), ...webhook }),
  z.object({ kind: z.literal('webhook_double'), ...webhook }),
  z.object({ kind: z.literal('webhook_delay'), ...webhook, delay_ms: delayMs.default(60_000) }),
  z.object({ kind: z.literal('webhook_reorder'), ...webhook, times: z.int().min(2).max(100) }),
  z.object({ kind: z.literal('webhook_bad_signature'), ...webhook }),
  z.object({
    kind: z.literal('webhook_stale_timestamp'),
    ...webhook,
    age_ms: z.int().default(3_600_000).describe('Negative: a time still to come'),
  }),
  z.object({ kind: z.literal('webhook_two_signatures'), ...webhook }),
  z.object({
    kind: z.literal('api_429'),
    ...call,
    retry_after_seconds: z.int().min(0).max(3_600).default(60),
  }),
  z.object({ kind: z.literal('api_500_html'), ...call }),
  z.object({ kind: z.literal('api_hang'), ...call, delay_ms: delayMs.default(60_000) }),
  z.object({ kind: z.literal('api_slow'), ...call, delay_ms: delayMs.default(2_000) }),
  z.object({ kind: z.literal('api_reset'), ...call }),
]);

/** A fault as it is asked for; what has a default may be left out. */
export type FaultInput = z.input<typeof faultSchema>;
/** A fault with every default filled in. */
export type Fault = z.output<typeof faultSchema>;
/** A fault of a delivery. */
export type WebhookFault = Extract<Fault, { event_type: string }>;
/** A fault of an answer of the API. */
export type ApiFault = Extract<Fault, { path: string }>;
/** A fault that waits to happen. `times` counts down. */
export type PlannedFault = Fault & { id: string };

/** The faults that wait to happen. */
export type Faults = {
  plan: (fault: Fault) => PlannedFault;
  list: () => PlannedFault[];
  /** @returns whether there was one */
  clear: (id: string) => boolean;
  clearAll: () => void;
  /** Takes the oldest fault that fits, and counts it. */
  takeForWebhook: (eventType: string) => WebhookFault | null;
  takeForCall: (method: string, path: string) => ApiFault | null;
};

/** Keeps what is planned to go wrong. Faults are not kept across restarts. */
export function createFaults(): Faults {
  let count = 0;
  let planned: PlannedFault[] = [];
  const use = (fault: PlannedFault) => {
    if (fault.times === null) return;
    fault.times -= 1;
    if (fault.times === 0) planned = planned.filter(({ id }) => id !== fault.id);
  };
  return {
    plan: (fault) => {
      count += 1;
      const made = { ...fault, id: `flt_${count}` };
      planned.push(made);
      return { ...made };
    },
    list: () => planned.map((fault) => ({ ...fault })),
    clear: (id) => {
      const before = planned.length;
      planned = planned.filter((fault) => fault.id !== id);
      return planned.length < before;
    },
    clearAll: () => {
      planned = [];
    },
    takeForWebhook: (type) => {
      for (const fault of planned) {
        if (!('event_type' in fault) || !fits(fault.event_type, type)) continue;
        const taken = { ...fault };
        use(fault);
        return taken;
      }
      return null;
    },
    takeForCall: (verb, url) => {
      for (const fault of planned) {
        if (!('path' in fault) || !fits(fault.path, url)) continue;
        if (fault.method !== undefined && fault.method !== verb) continue;
        const taken = { ...fault };
        use(fault);
        return taken;
      }
      return null;
    },
  };
}

/** '*' stands for any characters. Each part is looked for once, so that many stars cost no more than one. */
function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  address: ['created', 'updated'],
  adjustment: ['created', 'updated'],
  customer: ['created', 'updated'],
  price: ['created', 'updated'],
  product: ['created', 'updated'],
  payment_method: ['saved', 'deleted'],
  subscription: [
    'activated',
    'canceled',
    'created',
    'past_due',
    'paused',
    'resumed',
    'trialing',
    'updated',
  ],
  transaction: [
    'billed',
    'canceled',
    'completed',
    'created',
    'paid',
    'past_due',
    'payment_failed',
    'ready',
    'revised',
    'updated',
  ],
};

/** An event as the provider's list of them describes it. */
export type EventType = {
  name: string;
  description: string;
  group: string;
  available_versions: number[];
};

/** Every event that this emulator can send. */
export const EVENT_TYPES: readonly EventType[] = Object.entries(NAMES).flatMap(([entity, verbs]) =>
  verbs.map((verb) => ({
    name: `${entity}.${verb}`,
    description: `Occurs when: ${entity.replaceAll('_', ' ')} ${verb.replaceAll('_', ' ')}.`,
    group: entity.replace(/^./, (first) => first.toUpperCase()).replaceAll('_', ' '),
    available_versions: [1],
  })),
);

/** The names of `EVENT_TYPES`. */
export const EVENT_NAMES: ReadonlySet<string> = new Set(EVENT_TYPES.map(({ name }) => name));

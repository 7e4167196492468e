import type {
  Address,
  Customer,
  PaymentMethod,
  Price,
  Product,
  Subscription,
  Transaction,
} from './entities.ts';
import type {
  Adjustment,
  CheckoutSession,
  EventRecord,
  NotificationLog,
  NotificationRecord,
  NotificationSetting,
  PortalSession,
  Simulation,
  SimulationRun,
} from './records.ts';

/** What a card does when it is charged, kept in place of its number. */
export type CardBehaviour = 'approves' | 'declines' | 'declines_at_renewal' | 'asks';

/** A row of the clock's own diary: what happens to an entity, and when. */
export type Dunning = { attempt: number; atMs: number };

/** Everything the emulator knows. Maps, so that an id such as 'constructor' names nothing. */
export type State = {
  seed: string;
  idCount: number;
  clockOffsetMs: number;
  lastEventMicros: number;
  invoiceCount: number;
  products: Map<string, Product>;
  prices: Map<string, Price>;
  customers: Map<string, Customer>;
  addresses: Map<string, Address>;
  paymentMethods: Map<string, PaymentMethod>;
  cardBehaviours: Map<string, CardBehaviour>;
  transactions: Map<string, Transaction>;
  /** Card with which a transaction was paid. */
  transactionCards: Map<string, string>;
  subscriptions: Map<string, Subscription>;
  /** Card that a subscription is billed to. */
  subscriptionCards: Map<string, string>;
  /** Minor units that the next renewal charges on top, by subscription. */
  pendingCharges: Map<string, number>;
  /** Moments at which paid transactions become completed. */
  settlements: Map<string, number>;
  dunning: Map<string, Dunning>;
  adjustments: Map<string, Adjustment>;
  approvals: Map<string, number>;
  /** Minor units by 'customer:currency'. */
  creditBalances: Map<string, number>;
  events: Map<string, EventRecord>;
  notifications: Map<string, NotificationRecord>;
  /** Moments at which notifications are to be sent. */
  deliveries: Map<string, number>;
  notificationLogs: Map<string, NotificationLog[]>;
  notificationSettings: Map<string, NotificationSetting>;
  simulations: Map<string, Simulation>;
  simulationRuns: Map<string, SimulationRun>;
  checkouts: Map<string, CheckoutSession>;
  portalSessions: Map<string, PortalSession>;
};

/** A state in which nothing has happened. */
export function emptyState(seed: string): State {
  return {
    seed,
    idCount: 0,
    clockOffsetMs: 0,
    lastEventMicros: 0,
    invoiceCount: 0,
    products: new Map(),
    prices: new Map(),
    customers: new Map(),
    addresses: new Map(),
    paymentMethods: new Map(),
    cardBehaviours: new Map(),
    transactions: new Map(),
    transactionCards: new Map(),
    subscriptions: new Map(),
    subscriptionCards: new Map(),
    pendingCharges: new Map(),
    settlements: new Map(),
    dunning: new Map(),
    adjustments: new Map(),
    approvals: new Map(),
    creditBalances: new Map(),
    events: new Map(),
    notifications: new Map(),
    deliveries: new Map(),
    notificationLogs: new Map(),
    notificationSettings: new Map(),
    simulations: new Map(),
    simulationRuns: new Map(),
    checkouts: new Map(),
    portalSessions: new Map(),
  };
}

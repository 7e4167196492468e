import type { Brand } from '@quorate/contract/brand';
import type { Limits } from './config/limits.ts';
import type { WitnessSettings } from './config/witnesses.ts';
import type { Database } from './db/database.ts';
import type { Sealing } from './db/sealing.ts';
import type { ProviderSettings } from './features/account/providers/provider.ts';
import type { Provider } from './features/billing/billing.deps.ts';
import type { Assistant } from './features/chat/assistant.ts';
import type { Prices } from './features/hosted/price-sources.ts';
import type { LedgerKey } from './features/ledger/ledger-key.ts';
import type { LogKey } from './features/records/log/log-key.ts';
import type { CheckoutOrigins } from './http/page-policy.ts';
import type { Site } from './http/site.ts';
import type { Panel } from './models/panel.ts';
import type { Clock } from './process/clock.ts';
import type { Lifecycle } from './process/lifecycle.ts';
import type { Push } from './push/push.ts';

/** What the service is made of; `server.ts` gives the real ones, tests their own. */
export type AppDeps = {
  database: Database;
  clock: Clock;
  site: Site;
  /** Who votes. */
  panel: Panel;
  /** Who answers in the chat. */
  assistant: Assistant;
  /** Whose name and addresses mails carry. */
  brand: Brand;
  /** Origin that links in mails begin with. */
  publicUrl: string;
  /** The one host that requests may name, besides this machine's own names; any by default. */
  servedAt?: string | undefined;
  /** Keeps the secrets of authenticator apps. */
  sealing: Sealing;
  /** Signs where ledgers end. */
  ledgerKey: LedgerKey;
  /** Signs what is in the log. */
  logKey: LogKey;
  /** Who else sees that the log only grows; nobody by default. */
  witnesses?: readonly WitnessSettings[];
  /** Who else signs people in; nobody by default. */
  providers?: ProviderSettings;
  /** Who takes the money; null: nothing is sold here. */
  provider: Provider | null;
  /** Whether webhooks have their effect as soon as they are answered; within a second by the job otherwise. */
  fetchesAtOnce?: boolean;
  /** The payment provider's hosts that the checkout page loads from; none where nothing is sold. */
  checkoutOrigins?: CheckoutOrigins;
  /** How notices leave for browsers. */
  push: Push;
  /** On which prices accounts are traded here; a made-up market by default. */
  hostedPrices?: readonly Prices[];
  /** Whether everybody may watch the live demo; nobody by default. */
  demo?: boolean;
  /** How often something may be asked for. */
  limits: Limits;
  /** Folder that desktop releases are published to. */
  releasesDir: string;
  /** Only with the embedded mailbox: whoever reaches it reads every mail. */
  mailbox: boolean;
  /** Whether the home page's figures are the configured ones or computed from the record. */
  siteFigures?: 'beta' | 'ledger';
  /** How long a session is believed without looking again; a second by default. */
  sessionsBelievedMs?: number | undefined;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined;
  logLevel: string;
  /** Lines of JSON by default. */
  logFormat?: 'json' | 'text';
  /** Which of the service's copies this is; stands in every log line. */
  copy?: string;
  /** Whether this copy is ending, and what it has answered. */
  lifecycle?: Lifecycle;
  /** Where the log goes instead of standard output. */
  logStream?: { write: (line: string) => void };
};

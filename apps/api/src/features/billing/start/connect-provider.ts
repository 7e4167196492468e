import type { Config } from '../../../config/config.ts';
import { FolderInUseError, type FolderOwner } from '../../../db/folder-lock.ts';
import type { Provider } from '../billing.deps.ts';
import { createPaddle } from '../paddle/create-paddle.ts';
import { createPriceBook } from '../price-book.ts';
import { emulatorCatalogue } from './catalogue.ts';
import { type EmbeddedEmulator, startEmbedded } from './embedded-emulator.ts';

const PADDLE = {
  sandbox: { url: 'https://sandbox-api.paddle.com', words: 'Paddle (sandbox)' },
  production: { url: 'https://api.paddle.com', words: 'Paddle' },
} as const;

/** Who takes the money, as the settings say it. */
export type Selling = Readonly<{
  /** null: nothing is sold here. */
  provider: Provider | null;
  /** The same in words, for whoever starts the service. */
  words: string;
  /** Ends what was started for it; after the service, which may still be asking it. */
  stop(): Promise<void>;
}>;

type Surroundings = Readonly<{
  self: FolderOwner;
  /** Settled once the service takes webhooks. */
  listening: Promise<unknown>;
}>;

/** Nothing is asked of Paddle here: a provider that does not answer must not keep the service from starting. */
export async function connectProvider(
  config: Pick<Config, 'billing' | 'host' | 'port' | 'publicUrl' | 'dataDir'>,
  surroundings: Surroundings,
): Promise<Selling> {
  const { billing } = config;
  switch (billing.kind) {
    case 'off':
      return sellNothing('off');
    case 'emulator':
      return sellForTestMoney({ ...config, ...surroundings, emulatorPort: billing.port });
    case 'paddle': {
      const { environment, apiKey, clientToken, webhookSecrets } = billing;
      const { url, words } = PADDLE[environment];
      const payments = createPaddle({ apiKey, url });
      const prices = createPriceBook(billing.prices);
      const provider = { environment, payments, prices, clientToken, webhookSecrets, script: null };
      return { provider, words, stop: async () => {} };
    }
  }
}

function sellNothing(words: string): Selling {
  return { provider: null, words, stop: async () => {} };
}

async function sellForTestMoney(options: Parameters<typeof startEmbedded>[0]): Promise<Selling> {
  let embedded: EmbeddedEmulator;
  try {
    embedded = await startEmbedded(options);
  } catch (error) {
    // A second service on the same PostgreSQL and folder does all but sell.
    if (error instanceof FolderInUseError) return sellNothing(`off: ${error.message}`);
    throw error;
  }
  const { emulator, apiUrl, takenPort, stop } = embedded;
  const moved = takenPort === null ? '' : `; port ${takenPort} is in use by another program`;
  return {
    provider: {
      environment: 'emulator',
      payments: createPaddle({ apiKey: emulator.apiKey, url: apiUrl }),
      prices: createPriceBook(emulatorCatalogue().ids),
      clientToken: emulator.clientToken,
      script: emulator.script,
      webhookSecrets: emulator.webhookSecret === null ? [] : [emulator.webhookSecret],
    },
    words: `test mode: no real card is charged (emulator at ${emulator.url}${moved})`,
    stop,
  };
}

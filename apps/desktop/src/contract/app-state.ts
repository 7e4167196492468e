import { isoTime } from '@quorate/contract/fields';
import { LANGUAGES } from '@quorate/values/languages';
import { z } from 'zod';
import { afterReboot } from './after-reboot.ts';
import { defineLocal, done } from './local-endpoint.ts';
import { changedLogKey } from './log-key.ts';
import { runState } from './runs.ts';
import { setupSummary } from './setup.ts';
import { updateState } from './update.ts';

/** The person who is signed in at the service, and what the plan lets them do. -1 means no limit. */
export const signedIn = z.object({
  username: z.string(),
  email: z.string(),
  /** null while the service has not been asked since the start. */
  plan: z
    .object({
      name: z.string(),
      terminal_accounts: z.int(),
      symbols: z.int(),
      daily_trades: z.int(),
      tokens_used: z.int(),
      token_limit: z.int(),
      period_end: isoTime,
    })
    .nullable(),
  /** Whether the service answered when it was asked last. */
  reachable: z.boolean(),
});
export type SignedIn = z.output<typeof signedIn>;

/** One configuration as lists show it. */
export const configurationSummary = z.object({
  configuration_name: z.string(),
  account_number: z.string(),
  broker_server: z.string(),
  account_type: z.enum(['demo', 'real']),
  currency_pairs: z.array(z.string()),
  timeframe: z.string(),
  /** Why its file cannot be used; everything else is then empty. */
  problem: z.string().nullable(),
  run: runState,
  setup: setupSummary,
});
export type ConfigurationSummary = z.output<typeof configurationSummary>;

/** Everything that every screen shows. Sent whole at each change. */
export const appState = z.object({
  app: z.object({
    brand: z.string(),
    version: z.string(),
    /** Address of the service. */
    service: z.string(),
    /** Whether the app belongs to that service: only a checkout and `QUORATE_ASK_SERVICE` let you name another. */
    service_fixed: z.boolean(),
    platform: z.enum(['win32', 'darwin', 'linux']),
    data_folder: z.string(),
    /**
     * Where secrets are: "the Credential Manager of Windows"; `why` where it is not the system's own vault, and
     * whether its owner wanted it so.
     */
    vault: z.object({ place: z.string(), why: z.string().nullable(), is_chosen: z.boolean() }),
    /** Whether it starts when the person signs in to the computer; null where it cannot. */
    autostart: z.boolean().nullable(),
    /** null where the app cannot start with the computer. */
    after_reboot: afterReboot.nullable(),
    /** Whether the computer stays awake while a position is open; null where that cannot be had. */
    keep_awake: z.boolean().nullable(),
    update: updateState,
    /** What went wrong last in the app itself without ending it, as one sentence; nothing where nothing did. */
    trouble: z.string().nullable().optional(),
    /** null: the public log is signed as before, or nothing is known. */
    log_key_changed: changedLogKey.nullable().optional(),
  }),
  /** null: nobody is signed in. */
  account: signedIn.nullable(),
  /** Why somebody who was signed in no longer is. */
  signed_out_because: z.string().nullable(),
  configurations: z.array(configurationSummary),
  /** Whether one more may be added, and if not, why: the plan's limit and the number there is. */
  add_configuration: z.object({ allowed: z.boolean(), reason: z.string().nullable() }),
});
export type AppState = z.output<typeof appState>;

export const getState = defineLocal({
  method: 'GET',
  path: '/api/state',
  reply: appState,
});

/** Server-sent events `state`, each the whole of it; a comment every 15 s keeps the connection. */
export const STATE_STREAM = '/api/state/stream';

export const setKeepAwake = defineLocal({
  method: 'POST',
  path: '/api/keep-awake',
  body: z.strictObject({ enabled: z.boolean() }),
  reply: done,
});

export const themes = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof themes>;

/** Kept by the app, because what a browser keeps belongs to the port, which is another at each start. */
export const keepTheme = defineLocal({
  method: 'POST',
  path: '/api/theme',
  body: z.strictObject({ theme: themes }),
  reply: done,
});

/** Every window and message from now on; a bot that runs keeps its own until it is started again. */
export const keepLanguage = defineLocal({
  method: 'POST',
  path: '/api/language',
  body: z.strictObject({ language: z.enum(LANGUAGES) }),
  reply: done,
});

/** The bots end in order: positions stay open with their stops at the broker. */
export const quit = defineLocal({
  method: 'POST',
  path: '/api/quit',
  reply: done,
  timeoutMs: 60_000,
});

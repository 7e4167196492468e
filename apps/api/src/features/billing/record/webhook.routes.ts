import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../http/app-error.ts';
import { webhookProcessed } from '../../../process/telemetry/events.ts';
import type { BillingDeps, SellingDeps } from '../billing.deps.ts';
import { readEvent } from '../paddle/read-event.ts';
import { checkSignature } from '../paddle/signature.ts';
import type { ProviderEvent } from '../provider-entities.ts';
import { runProviderTasks } from './provider-tasks.ts';
import { takeInEvent } from './take-in-event.ts';

const BODY_BYTES_MAX = 1_048_576;
/** The clock does not right itself between two deliveries: one line of log in a while is enough. */
const CLOCK_ALARM_MS = 300_000;

/**
 * Where the provider sends its events. Whoever sends is known by the signature alone, over the bytes as
 * they came, so that no parser of the other calls touches them. Any answer but 2xx brings the event again.
 */
export function registerWebhook(app: FastifyInstance, deps: BillingDeps): void {
  void app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      async (_request: unknown, raw: Buffer) => raw,
    );
    const alarm = clockAlarm(deps);
    const fetchNow = deps.provider && fetchAtOnce({ ...deps, provider: deps.provider }, app);
    inside.post('/api/paddle/webhook', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
      const { clock, log, provider } = deps;
      if (!provider) throw new AppError('not_found');
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = request.headers['paddle-signature'];
      const verdict = checkSignature({
        raw,
        header: Array.isArray(header) ? undefined : header,
        secrets: provider.webhookSecrets,
        nowMs: clock.now(),
      });
      if (verdict === 'stale' || verdict === 'ahead') alarm(verdict);
      // Whoever may not send learns nothing of why.
      if (verdict !== 'valid') {
        webhookProcessed.publish({ outcome: verdict, ageSeconds: null });
        throw new AppError('unauthorized');
      }
      const event = readEvent(readJson(raw));
      if (event) await take({ ...deps, provider }, event);
      else {
        webhookProcessed.publish({ outcome: 'no_event', ageSeconds: null });
        log.error({ bytes: raw.length }, 'a signed webhook holds no event; it is let go');
      }
      // To come again would help neither an event that is known nor one that cannot be read.
      if (event?.subject && deps.fetchesAtOnce) fetchNow?.();
      return reply.status(200).send({ success: true });
    });
  });
}

/**
 * Runs what is queued beside the answer to a webhook: a buyer looks at the page where it is to show. What
 * fails here, or dies with this process, is done by the job.
 */
function fetchAtOnce(deps: SellingDeps, app: FastifyInstance): () => void {
  let running: Promise<void> | null = null;
  let again = false;
  let isClosing = false;
  const run = async () => {
    do {
      again = false;
      await runProviderTasks(deps, () => isClosing);
    } while (again && !isClosing);
  };
  app.addHook('onClose', async () => {
    isClosing = true;
    await running;
  });
  return () => {
    again = true;
    running ??= run()
      .catch((err: unknown) => deps.log.error({ err }, 'fetching for a webhook broke off'))
      .finally(() => {
        running = null;
      });
  };
}

async function take(deps: SellingDeps, event: ProviderEvent): Promise<void> {
  const ageSeconds = (deps.clock.now() - event.occurredAt.getTime()) / 1_000;
  try {
    const stored = await takeInEvent(deps, event);
    webhookProcessed.publish({ outcome: stored === 'queued' ? 'applied' : stored, ageSeconds });
  } catch (error) {
    webhookProcessed.publish({ outcome: 'failed', ageSeconds });
    throw error;
  }
}

function readJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

function clockAlarm({ clock, log }: BillingDeps): (verdict: 'stale' | 'ahead') => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  return (verdict) => {
    const now = clock.now();
    if (now < quietUntil) return;
    quietUntil = now + CLOCK_ALARM_MS;
    log.error(
      { verdict },
      `a webhook was signed, and its time is ${verdict === 'stale' ? 'past' : 'ahead'}: if this goes on, the clock of this machine is wrong and every webhook is refused`,
    );
  };
}

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { barDecided, jobEnded, webhookTaken } from '../happenings.ts';

/**
 * Jobs stand under job_name: Prometheus itself calls what it asks for figures a job.
 *
 * @returns what ends it
 */
export function watchWork(registry: Registry): () => void {
  const registers = [registry];
  const turns = new Histogram({
    name: 'quorate_job_duration_seconds',
    help: 'Seconds that turns of jobs took in this process, by job and outcome (ok, failed).',
    labelNames: ['job_name', 'outcome'],
    buckets: [0.001, 0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const success = new Gauge({
    name: 'quorate_job_last_success_timestamp_seconds',
    help: 'When a job last went well in this process; the newest of all copies counts.',
    labelNames: ['job_name'],
    registers,
  });
  const decisions = new Counter({
    name: 'quorate_decisions_total',
    help: 'Bars decided, by the action that was decided.',
    labelNames: ['action'],
    registers,
  });
  const webhooks = new Counter({
    name: 'quorate_webhooks_total',
    help: 'Webhooks of the payment provider, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const age = new Histogram({
    name: 'quorate_webhook_age_seconds',
    help: 'Seconds from what happened at the payment provider until it was taken in.',
    buckets: [1, 5, 15, 60, 300, 1_800, 7_200, 43_200, 259_200],
    registers,
  });
  const ends = [
    jobEnded.hear(({ job, outcome, seconds }) => {
      turns.observe({ job_name: job, outcome }, seconds);
      if (outcome === 'ok') success.setToCurrentTime({ job_name: job });
    }),
    barDecided.hear(({ action }) => decisions.inc({ action })),
    webhookTaken.hear(({ outcome, ageSeconds }) => {
      webhooks.inc({ outcome });
      if (ageSeconds !== null) age.observe(Math.max(0, ageSeconds));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

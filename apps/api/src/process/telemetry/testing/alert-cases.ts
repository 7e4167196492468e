/**
 * Of one figure, a value a minute (a half hour in cases of days) in Prometheus's own notation: '0x60' is 0 for an
 * hour, '0+2x60' grows by 2.
 */
type Series = Readonly<Record<string, string>>;

export type AlertCase = Readonly<{
  alert: string;
  /** What it is about. */
  says: string;
  /** Minutes after which it rings, with these figures. */
  after: number;
  rings: Series;
  /** At the same moment it must not ring with these. */
  quiet: Series;
}>;

const DAY = 1_440;
/** Half hours of a day. */
const HALVES = 48;
/** Cases of days are asked for each half hour: each minute would take minutes. */
const isOfDays = ({ after }: Pick<AlertCase, 'after'>) => after > DAY;
const BACKUP = 'quorate_last_backup_timestamp_seconds';
const INSTALLED = 'quorate_installed_timestamp_seconds';
const REQUESTS = 'quorate_http_request_duration_seconds_count';
const BUCKET = 'quorate_http_request_duration_seconds_bucket';
const SMTP = 'quorate_provider_call_duration_seconds_count';
const ROUTE = `route="/api/user/dashboard"`;

/** Moments count from 1970, as they do for promtool. */
export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'ServiceDown',
    says: 'one of two copies is away',
    after: 5,
    rings: { 'up{instance="a"}': '0x10', 'up{instance="b"}': '1x10' },
    quiet: { 'up{instance="a"}': '1x10', 'up{instance="b"}': '1x10' },
  },
  {
    alert: 'NoCopyRuns',
    says: 'nothing was ever scraped',
    after: 5,
    rings: { 'up{instance="a"}': '0x10' },
    quiet: { 'up{instance="a"}': '0x10', 'up{instance="b"}': '1x10' },
  },
  {
    alert: 'ManyFaults',
    says: '1 of 20 answers is a fault',
    after: 20,
    rings: { [`${REQUESTS}{status="5xx"}`]: '0+5x30', [`${REQUESTS}{status="2xx"}`]: '0+95x30' },
    quiet: { [`${REQUESTS}{status="5xx"}`]: '0+1x30', [`${REQUESTS}{status="2xx"}`]: '0+995x30' },
  },
  {
    alert: 'SlowAnswers',
    says: 'a tenth takes more than 5 s',
    after: 30,
    rings: {
      [`${BUCKET}{${ROUTE},le="1"}`]: '0+90x40',
      [`${BUCKET}{${ROUTE},le="10"}`]: '0+100x40',
      [`${BUCKET}{${ROUTE},le="+Inf"}`]: '0+100x40',
    },
    quiet: {
      [`${BUCKET}{${ROUTE},le="1"}`]: '0+100x40',
      [`${BUCKET}{${ROUTE},le="10"}`]: '0+100x40',
      [`${BUCKET}{${ROUTE},le="+Inf"}`]: '0+100x40',
    },
  },
  {
    alert: 'EventLoopLate',
    says: 'a second late for ten minutes',
    after: 10,
    rings: { 'nodejs_eventloop_lag_p99_seconds{}': '1x20' },
    quiet: { 'nodejs_eventloop_lag_p99_seconds{}': '0.05x20' },
  },
  {
    alert: 'MemoryGrows',
    says: '0.9 GB for half an hour',
    after: 30,
    rings: { 'process_resident_memory_bytes{}': '9e8x40' },
    quiet: { 'process_resident_memory_bytes{}': '3e8x40' },
  },
  {
    alert: 'DatabaseAway',
    says: 'no copy reaches it',
    after: 5,
    rings: {
      'quorate_database_up{instance="a"}': '0x10',
      'quorate_database_up{instance="b"}': '0x10',
    },
    quiet: {
      'quorate_database_up{instance="a"}': '0x10',
      'quorate_database_up{instance="b"}': '1x10',
    },
  },
  {
    alert: 'PoolExhausted',
    says: 'requests wait for a connection',
    after: 5,
    rings: { 'quorate_database_pool_connections{instance="a",state="waiting"}': '9x10' },
    quiet: { 'quorate_database_pool_connections{instance="a",state="waiting"}': '1x10' },
  },
  {
    alert: 'StorageFull',
    says: 'a write was refused for it',
    after: 8,
    rings: { 'quorate_failures_total{code="storage_full"}': '0+1x10' },
    quiet: { 'quorate_failures_total{code="storage_full"}': '0x10' },
  },
  {
    alert: 'ClockWrong',
    says: 'three seconds behind',
    after: 5,
    rings: { 'quorate_clock_ahead_seconds{}': '-3x10' },
    quiet: { 'quorate_clock_ahead_seconds{}': '0.2x10' },
  },
  {
    alert: 'CopiesOfDifferentSchemas',
    says: 'two schemas for longer than a rolling restart',
    after: 10,
    rings: {
      'quorate_schema_version{instance="a"}': '74x20',
      'quorate_schema_version{instance="b"}': '77x20',
    },
    quiet: {
      'quorate_schema_version{instance="a"}': '77x20',
      'quorate_schema_version{instance="b"}': '77x20',
    },
  },
  {
    alert: 'BackupOld',
    says: 'none was ever made, three days after the installation',
    after: 3 * DAY,
    rings: { [`${BACKUP}{}`]: `0x${3 * HALVES}`, [`${INSTALLED}{}`]: `600x${3 * HALVES}` },
    quiet: { [`${BACKUP}{}`]: `0x${3 * HALVES}`, [`${INSTALLED}{}`]: `172800x${3 * HALVES}` },
  },
  {
    alert: 'BackupOld',
    says: 'the last one is three days old',
    after: 3 * DAY,
    rings: { [`${BACKUP}{}`]: `60x${3 * HALVES}`, [`${INSTALLED}{}`]: `1x${3 * HALVES}` },
    quiet: { [`${BACKUP}{}`]: `172800x${3 * HALVES}`, [`${INSTALLED}{}`]: `1x${3 * HALVES}` },
  },
  {
    alert: 'MailStuck',
    says: 'the oldest waits for 20 minutes',
    after: 10,
    rings: { 'quorate_mails_oldest_age_seconds{}': '1200x20' },
    quiet: { 'quorate_mails_oldest_age_seconds{}': '20x20' },
  },
  {
    alert: 'MailStuck',
    says: 'every mail is refused',
    after: 40,
    rings: {
      [`${SMTP}{provider="smtp",outcome="refused"}`]: '0+1x60',
      [`${SMTP}{provider="smtp",outcome="ok"}`]: '0x60',
    },
    quiet: {
      [`${SMTP}{provider="smtp",outcome="refused"}`]: '0+1x60',
      [`${SMTP}{provider="smtp",outcome="ok"}`]: '0+1x60',
    },
  },
  {
    alert: 'MailNeverWent',
    says: 'the only mail was refused and given up',
    after: 20,
    rings: {
      'quorate_mails_any_sent{}': '0x30',
      'quorate_mails_waiting{}': '0x30',
      'quorate_mails_given_up{}': '1x30',
    },
    quiet: {
      'quorate_mails_any_sent{}': '0x30',
      'quorate_mails_waiting{}': '0x30',
      'quorate_mails_given_up{}': '0x30',
    },
  },
  {
    alert: 'MailGivenUp',
    says: 'one more than an hour ago',
    after: 70,
    rings: { 'quorate_mails_given_up{}': '0x60 1x20' },
    quiet: { 'quorate_mails_given_up{}': '3x80' },
  },
  {
    alert: 'ProviderTasksStuck',
    says: 'a refund waits for two hours',
    after: 10,
    rings: { 'quorate_provider_tasks_oldest_age_seconds{}': '7200x20' },
    quiet: { 'quorate_provider_tasks_oldest_age_seconds{}': '60x20' },
  },
  {
    alert: 'WebhooksRefused',
    says: 'the clock refuses them',
    after: 40,
    rings: { 'quorate_webhooks_total{outcome="stale"}': '0+2x60' },
    quiet: { 'quorate_webhooks_total{outcome="stale"}': '0x60' },
  },
  {
    alert: 'WebhooksWrongSigned',
    says: 'somebody else signs them',
    after: 40,
    rings: { 'quorate_webhooks_total{outcome="wrong"}': '0+2x60' },
    quiet: { 'quorate_webhooks_total{outcome="wrong"}': '0x60' },
  },
  {
    alert: 'JobFails',
    says: 'every minute',
    after: 30,
    rings: { 'quorate_job_duration_seconds_count{job_name="x",outcome="failed"}': '0+1x40' },
    quiet: { 'quorate_job_duration_seconds_count{job_name="x",outcome="ok"}': '0+1x40' },
  },
  {
    alert: 'JobNotRun',
    says: 'an hourly one that has never run',
    after: 60,
    rings: { 'quorate_job_late_seconds{job_name="remove-old-mails"}': '6000+60x80' },
    quiet: { 'quorate_job_late_seconds{job_name="remove-old-mails"}': '0x80' },
  },
  {
    alert: 'LogLate',
    says: 'entries wait for two minutes',
    after: 5,
    rings: { 'quorate_log_waiting_oldest_age_seconds{}': '120x10' },
    quiet: { 'quorate_log_waiting_oldest_age_seconds{}': '5x10' },
  },
  {
    alert: 'LogKeyMismatch',
    says: 'one copy has another key',
    after: 5,
    rings: { 'quorate_log_key_mismatch{instance="a"}': '1x10' },
    quiet: { 'quorate_log_key_mismatch{instance="a"}': '0x10' },
  },
  {
    alert: 'StampLate',
    says: 'no stamp ever came',
    after: 100,
    rings: { 'quorate_log_unstamped_age_seconds{}': '0+60x120' },
    quiet: { 'quorate_log_unstamped_age_seconds{}': '600x120' },
  },
  {
    alert: 'WitnessNeverCame',
    says: 'configured, and never seen to fail or to cosign',
    after: 70,
    rings: { 'quorate_log_witness_failing{witness="w"}': '0x80', 'quorate_log_entries{}': '5x80' },
    quiet: {
      'quorate_log_witness_failing{witness="w"}': '0x80',
      'quorate_log_entries{}': '5x80',
      'quorate_log_witness_cosigned_age_seconds{witness="w"}': '9x80',
    },
  },
  {
    alert: 'WitnessFails',
    says: 'for half an hour',
    after: 30,
    rings: { 'quorate_log_witness_failing{witness="w"}': '1x40' },
    quiet: { 'quorate_log_witness_failing{witness="w"}': '0x40' },
  },
  {
    alert: 'DiskFills',
    says: 'a twentieth is free',
    after: 30,
    rings: {
      'quorate_disk_free_bytes{instance="a"}': '5e9x40',
      'quorate_disk_size_bytes{instance="a"}': '1e11x40',
    },
    quiet: {
      'quorate_disk_free_bytes{instance="a"}': '5e10x40',
      'quorate_disk_size_bytes{instance="a"}': '1e11x40',
    },
  },
  {
    alert: 'DiskFills',
    says: 'it will be full in some hours',
    after: 60,
    rings: {
      'quorate_disk_free_bytes{instance="a"}': '3.9e10-5e7x80',
      'quorate_disk_size_bytes{instance="a"}': '1e11x80',
    },
    quiet: {
      'quorate_disk_free_bytes{instance="a"}': '3.9e10-1e6x80',
      'quorate_disk_size_bytes{instance="a"}': '1e11x80',
    },
  },
  {
    alert: 'CertificateEnds',
    says: 'in five days',
    after: 70,
    rings: { 'quorate_certificate_end_timestamp_seconds{}': '432000x80' },
    quiet: { 'quorate_certificate_end_timestamp_seconds{}': '4320000x80' },
  },
  {
    alert: 'CertificateWrong',
    says: 'nobody would take it',
    after: 15,
    rings: { 'quorate_certificate_trusted{}': '0x20' },
    quiet: { 'quorate_certificate_trusted{}': '1x20' },
  },
  {
    alert: 'CertificateUnseen',
    says: 'no copy ever saw one',
    after: 70,
    rings: { 'quorate_build_info{instance="a"}': '1x80' },
    quiet: {
      'quorate_build_info{instance="a"}': '1x80',
      'quorate_certificate_end_timestamp_seconds{instance="a"}': '9e9x80',
    },
  },
  {
    alert: 'DatabaseGrows',
    says: 'from 5 to 11 GB in a day',
    after: DAY + 90,
    rings: { 'quorate_database_size_bytes{}': `5e9+1.2e8x${HALVES + 5}` },
    quiet: { 'quorate_database_size_bytes{}': `5e9+3e6x${HALVES + 5}` },
  },
  {
    alert: 'UserGrows',
    says: 'a bot in a loop',
    after: 70,
    rings: { 'quorate_user_growth_max_entries{}': '250000x80' },
    quiet: { 'quorate_user_growth_max_entries{}': '20000x80' },
  },
  {
    alert: 'BotsSilent',
    says: 'half of them at once',
    after: 10,
    rings: { 'quorate_bots_silent{}': '0x2 50x20', 'quorate_bots_running{}': '100x2 50x20' },
    quiet: { 'quorate_bots_silent{}': '2x20', 'quorate_bots_running{}': '100x20' },
  },
  {
    alert: 'ModelFails',
    says: 'half of its votes fail',
    after: 40,
    rings: {
      'quorate_model_votes_total{model="m",outcome="timeout"}': '0+5x60',
      'quorate_model_votes_total{model="m",outcome="vote"}': '0+5x60',
    },
    quiet: {
      'quorate_model_votes_total{model="m",outcome="timeout"}': '0+1x60',
      'quorate_model_votes_total{model="m",outcome="vote"}': '0+9x60',
    },
  },
  {
    alert: 'ModelCostSpike',
    says: 'twenty dollars an hour after a day of one',
    after: DAY + 120,
    rings: { 'quorate_model_cost_usd_total{}': `0+0.5x${HALVES} 35+12x6` },
    quiet: { 'quorate_model_cost_usd_total{}': `0+0.5x${HALVES + 6}` },
  },
  {
    alert: 'SignInsUnderAttack',
    says: 'five a second',
    after: 30,
    rings: { 'quorate_sign_in_failures_total{}': '0+300x40' },
    quiet: { 'quorate_sign_in_failures_total{}': '0+6x40' },
  },
  {
    alert: 'NoRunnerSeen',
    says: 'paper accounts and nobody to trade them',
    after: 5,
    rings: { 'quorate_hosted_runners_alive{}': '0x10', 'quorate_hosted_accounts{}': '3x10' },
    quiet: { 'quorate_hosted_runners_alive{}': '0x10', 'quorate_hosted_accounts{}': '0x10' },
  },
  {
    alert: 'RunnerLags',
    says: 'a bar is five minutes late',
    after: 10,
    rings: { 'quorate_hosted_oldest_due_age_seconds{}': '300x20' },
    quiet: { 'quorate_hosted_oldest_due_age_seconds{}': '0x20' },
  },
];

/** What promtool takes, a file for each pace: every case twice, once to ring and once to keep quiet. */
export function promtoolTests(rulesFile: string): object[] {
  return [
    { interval: '1m', cases: ALERT_CASES.filter((each) => !isOfDays(each)) },
    { interval: '30m', cases: ALERT_CASES.filter(isOfDays) },
  ].map(({ interval, cases }) => ({
    rule_files: [rulesFile],
    evaluation_interval: interval,
    tests: cases.flatMap(({ alert, says, after, rings, quiet }) =>
      ([rings, quiet] as const).map((series, at) => ({
        name: `${alert}: ${at === 0 ? says : 'quiet'}`,
        interval,
        input_series: Object.entries(series).map(([name, values]) => ({
          series: name.replace('{', '{job="service",').replace(',}', '}'),
          values,
        })),
        promql_expr_test: [
          {
            expr: `count by (alertname) (ALERTS{alertstate="firing",alertname="${alert}"})`,
            eval_time: `${after}m`,
            exp_samples: at === 0 ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
          },
        ],
      })),
    ),
  }));
}

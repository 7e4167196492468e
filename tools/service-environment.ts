/** What the service reads, see .env.example. */
const SERVICE_VARIABLES = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_PASSWORD',
  'SECRET_KEY',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'SHUTDOWN_DRAIN_S',
  'SHUTDOWN_TIMEOUT_S',
  'MIGRATE',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_ISSUER',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_URL',
  'GITHUB_API_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'BRAND_NAME',
  'BRAND_TAGLINE',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'SUPPORT_HOURS',
  'OFFICE',
  'FOUNDER_NAME',
  'SITE_FIGURES',
  'RELEASES_DIR',
  'MODELS',
  'MODEL_KEYS',
  'MODEL_DEADLINE_S',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_API_KEY',
  'ASSISTANT_MODEL',
  'ASSISTANT_KEY',
  'ASSISTANT_DAILY_TOKENS',
  'FREE_DAILY_TOKENS',
  'CALENDAR_FILE',
  'CALENDAR_URL',
  'DEMO',
  'HOSTED_FILES',
  'HOSTED_PRICES',
  'HOSTED_RUNNER',
  'PUSH_HOSTS',
  'LOG_WITNESSES',
  'LOG_STAMPS_URL',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'RETENTION_DAYS',
  'DECISION_DAYS',
  'METRICS_HOST',
  'METRICS_PORT',
  'RUNNER_METRICS_PORT',
];

/** Every limit, every setting of the payment provider and of OpenTelemetry is one of these. */
const FAMILIES = /^(LIMIT|PADDLE|OTEL)_/;

/** Our environment without a developer's own settings: tests write to whatever database they are shown. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of SERVICE_VARIABLES) delete env[name];
  for (const name of SERVICE_VARIABLES) delete env[`${name}_FILE`];
  for (const name of Object.keys(env)) if (FAMILIES.test(name)) delete env[name];
  return env;
}

/** What the service reads, see .env.example. */
const SERVICE_VARIABLES = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'SECRET_KEY',
  'PUBLIC_URL',
  'TRUST_PROXY',
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
  'LOG_LEVEL',
];

/** Every limit, and every setting of the payment provider, is one of these. */
const FAMILIES = /^(LIMIT|PADDLE)_/;

/** Our environment without a developer's own settings: tests write to whatever database they are shown. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of SERVICE_VARIABLES) delete env[name];
  for (const name of Object.keys(env)) if (FAMILIES.test(name)) delete env[name];
  return env;
}

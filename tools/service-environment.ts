/** What the service reads, see .env.example. */
const SERVICE_VARIABLES = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
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
  'LOG_LEVEL',
];

/** Our environment without a developer's own settings: tests write to whatever database they are shown. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of SERVICE_VARIABLES) delete env[name];
  return env;
}

/** What the service reads, see .env.example. */
const SERVICE_VARIABLES = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'LOG_LEVEL',
];

/** Our environment without a developer's own settings: tests write to whatever database they are shown. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  for (const name of SERVICE_VARIABLES) delete env[name];
  return env;
}

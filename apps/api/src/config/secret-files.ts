import { readFileSync } from 'node:fs';

/** What a variable may hold that others must not read: each may be named by a file instead, as NAME_FILE. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_PASSWORD',
  'SECRET_KEY',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'PADDLE_API_KEY',
  'PADDLE_WEBHOOK_SECRET',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_API_KEY',
  'MODEL_KEYS',
  'ASSISTANT_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * The environment with every NAME_FILE read into its NAME, as containers are given their secrets, and what is
 * wrong with such files. No fault repeats what a file holds.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): {
  env: NodeJS.ProcessEnv;
  faults: string[];
} {
  const read: NodeJS.ProcessEnv = { ...env };
  const faults: string[] = [];
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = env[variable];
    if (!file) continue;
    if (env[name]) {
      faults.push(`${name} and ${variable} are both set: set one of them`);
      continue;
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim();
      if (read[name] === '') faults.push(`${variable} ${file} is empty`);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      faults.push(`${variable} ${file} cannot be read (${code}) by the user of the service`);
    }
  }
  return { env: read, faults };
}

/** The address of a database with its password, where the address has a user and no password of its own. */
export function withPassword<T extends string | undefined>(
  address: T,
  password: string | undefined,
): T | string {
  if (address === undefined || password === undefined) return address;
  const url = new URL(address);
  if (url.password !== '' || url.username === '') return address;
  url.password = encodeURIComponent(password);
  return url.href;
}

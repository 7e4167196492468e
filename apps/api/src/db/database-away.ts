/** When to ask again: a database that restarts is there again after about as long. */
export const AWAY_RETRY_S = 3;

/** PostgreSQL's codes and the system's: no connection, shutting down, too many connections, called off. */
const CODES = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The driver's own errors carry no code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable)/;

/** Whether a statement failed because the database cannot be asked right now, and not because of itself. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODES.has(error.code)) return true;
  return WORDS.test(error.message);
}

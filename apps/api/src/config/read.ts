import { z } from 'zod';

export const READ_ENVIRONMENT = {
  DATABASE_READ_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgresql://user:password@host:5432/name',
    })
    .optional(),
};

/** A copy of what is not there can only be a mistake. */
export function readFaults(
  databaseUrl: string | undefined,
  { DATABASE_READ_URL }: z.output<z.ZodObject<typeof READ_ENVIRONMENT>>,
): string[] {
  return DATABASE_READ_URL !== undefined && databaseUrl === undefined
    ? ['DATABASE_READ_URL needs DATABASE_URL: it is a replica of that database']
    : [];
}

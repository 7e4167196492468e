import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

export const ALERTS = 'deploy/observability/alerts.yml';

/** @param path from the root of the checkout */
export const fileAt = (path: string) =>
  fileURLToPath(new URL(`../../../../../../${path}`, import.meta.url));
export const textOf = (path: string) => readFileSync(fileAt(path), 'utf8');

const rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({
            summary: z.string().min(10),
            action: z.string().min(20),
            runbook_url: z.string(),
          }),
        }),
      ),
    }),
  ),
});

/** Every alert that an operator imports, whatever group it stands in. */
export function readAlerts() {
  return rules.parse(parse(textOf(ALERTS))).groups.flatMap((group) => group.rules);
}

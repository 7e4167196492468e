import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';

/**
 * What the service says once it runs: where it is, where its data and mails are, who takes the money, what
 * to set yet.
 */
export function greeting(config: Config, database: Database['kind'], billing: string): string {
  const { brand, production, publicUrl } = config;
  const lines = [
    `Quorate runs at ${publicUrl}`,
    database === 'embedded'
      ? `  data     ${config.dataDir} (embedded database)`
      : '  data     PostgreSQL',
    config.smtpUrl ? '  mail     by SMTP' : `  mail     stays at ${publicUrl}/dev/mailbox`,
    `  billing  ${billing}`,
  ];
  if (production && brand.supportEmail === DEFAULT_BRAND.supportEmail) {
    lines.push(`  support  ${brand.supportEmail} is made up: set SUPPORT_EMAIL`);
  }
  return lines.join('\n');
}

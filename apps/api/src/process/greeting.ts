import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { isModel, type VoterSetting } from '../models/voter-setting.ts';
import { BUILD } from './version.ts';

/**
 * What the service says once it runs: where it is, where its data and mails are, who takes the money, who
 * votes, which model answers in the chat, what to set yet.
 */
export function greeting(config: Config, database: Database['kind'], billing: string): string {
  const { brand, production, publicUrl } = config;
  const lines = [
    `Quorate ${BUILD} runs at ${publicUrl}`,
    database === 'embedded'
      ? `  data     ${config.dataDir} (embedded database)`
      : '  data     PostgreSQL',
    config.smtpUrl ? '  mail     by SMTP' : `  mail     stays at ${publicUrl}/dev/mailbox`,
    `  billing  ${billing}`,
    `  votes    ${votersOf(config.models.voters)}`,
    ...(config.assistant.model ? [`  chat     ${config.assistant.model.model}`] : []),
  ];
  if (production && brand.supportEmail === DEFAULT_BRAND.supportEmail) {
    lines.push(`  support  ${brand.supportEmail} is made up: set SUPPORT_EMAIL`);
  }
  return lines.join('\n');
}

function votersOf(voters: readonly VoterSetting[]): string {
  const names = (of: readonly VoterSetting[]) => of.map(({ name }) => name).join(', ');
  const models = voters.filter(isModel);
  const analysts = voters.filter((voter) => !isModel(voter));
  return [
    ...(models.length > 0 ? [`models: ${names(models)}`] : []),
    ...(analysts.length > 0 ? [`offline analysts: ${names(analysts)}`] : []),
  ].join('; ');
}

/** A refusal's code as people read it. @example ruleText('daily_loss') // 'daily loss' */
export function ruleText(code: string): string {
  return code.replaceAll('_', ' ');
}

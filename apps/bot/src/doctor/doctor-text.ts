import type { Finding, FindingStatus } from './finding.ts';

const MARKS: Readonly<Record<FindingStatus, string>> = {
  ok: 'ok  ',
  warn: 'WARN',
  fail: 'FAIL',
  skip: '-   ',
};

/** One finding as people read it; what to do stands below it. */
export function findingText({ check, status, detail, advice }: Finding): string {
  const line = `${MARKS[status]}  ${check.padEnd(13)} ${detail}`;
  return advice === null ? line : `${line}\n      -> ${advice}`;
}

/** The last line. */
export function verdictText(findings: readonly Finding[]): string {
  const count = (status: FindingStatus) =>
    findings.filter((finding) => finding.status === status).length;
  const failed = count('fail');
  if (failed > 0) return `${failed} of ${findings.length} checks failed.`;
  const warned = count('warn');
  return warned > 0 ? `Ready, with ${warned} to look at.` : 'Everything is ready.';
}

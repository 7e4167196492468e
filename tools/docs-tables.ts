import { readFileSync, writeFileSync } from 'node:fs';
import { EXIT_SETTINGS, EXITS } from '@quorate/trading/exits/exits';
import { SIZE_CODES } from '@quorate/trading/risk/refusal';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { PROFILE_SETTINGS, RULES } from '@quorate/trading/risk/rules';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import {
  GROUP_WORDS,
  intervalFromWords,
  SAMPLE_WORDS,
} from '@quorate/trading/statistics/measures/measure';
import { retentionRows } from '../apps/api/src/process/retention/retention.ts';
import { amount } from '../bench/print.ts';
import { type Recorded, readResults } from '../bench/results.ts';
import { fromRoot } from './root.ts';

/**
 * Writes the tables of the docs that are made of the code and of the last benchmarks: `node tools/docs-tables.ts`. With `--check` it
 * writes nothing and fails where one is stale.
 */
const TABLES: Readonly<Record<string, () => string>> = {
  measures,
  'risk-rules': riskRules,
  'risk-sentences': riskSentences,
  'risk-fields': () =>
    settingsTable(['Field', 'Default', 'From, to', 'What it does'], ({ field }) => `risk.${field}`),
  'risk-options': () =>
    settingsTable(
      ['Option', 'Default', 'From, to', 'What it does'],
      ({ field, option }) => `--${option ?? field.replaceAll('_', '-')} N`,
    ),
  exits: () =>
    table(
      ['Exit', 'Setting', 'What it does'],
      EXITS.map(({ exit, settings }) => [
        exit.label,
        Object.values(settings)
          .map(({ field }) => `\`${field}\``)
          .join(', '),
        exit.does,
      ]),
    ),
  'exit-fields': () =>
    settingsTable(
      ['Field', 'Default', 'From, to', 'What it does'],
      ({ field }) => `exits.${field}`,
      EXIT_SETTINGS,
    ),
  'exit-options': () =>
    settingsTable(
      ['Option', 'Default', 'From, to', 'What it does'],
      ({ field }) => `--${field.replaceAll('_', '-')} N`,
      EXIT_SETTINGS,
    ),
  benchmarks,
  retention: () =>
    table(
      ['Table', 'A row is kept'],
      retentionRows().map((row) => [`\`${row.table}\``, row.kept]),
    ),
  'public-pages': () => measuredTable('site.lighthouse'),
  'verdict-worlds': () => measuredTable('verdict.worlds'),
  'interval-coverage': () => measuredTable('statistics.coverage'),
};
const FILES = [
  'docs/reference/formulas.md',
  'docs/reference/interval-coverage.md',
  'docs/reference/exits.md',
  'docs/reference/bot.md',
  'docs/reference/benchmarks.md',
  'docs/reference/service.md',
  'docs/start/bot-setup.md',
];

const isCheck = process.argv.includes('--check');
const stale = FILES.filter((file) => {
  const path = fromRoot(file);
  const text = readFileSync(path, 'utf8');
  const written = text.replace(
    /(<!-- table: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${tableOf(file, name)}\n\n${end}`,
  );
  if (written === text) return false;
  if (!isCheck) writeFileSync(path, written);
  return true;
});
for (const file of stale)
  process.stdout.write(
    isCheck ? `${file} is stale: run node tools/docs-tables.ts\n` : `wrote ${file}\n`,
  );
if (isCheck && stale.length > 0) process.exitCode = 1;

function tableOf(file: string, name: string): string {
  const make = TABLES[name];
  if (!make) throw new Error(`${file} asks for a table ${name} that there is none of`);
  return make();
}

/** What a benchmark measured of several things. */
function measuredTable(name: string): string {
  const found = readResults()[name]?.measurement.table;
  return found ? table(found.head, found.rows) : '';
}

/** One table for each group of measures. */
function measures(): string {
  const tables = Object.entries(GROUP_WORDS).map(([group, words]) => {
    const rows = MEASURES.filter((measure) => measure.group === group).map((measure) => {
      const { name, key, formula, least, sample } = measure;
      const [one, many] = SAMPLE_WORDS[sample];
      const sampleWords = `${least} ${least === 1 ? one : many}`;
      const shown = formula.replaceAll('|', String.raw`\|`);
      return [name, `\`${key}\``, shown, sampleWords, intervalFromWords(measure) ?? '-'];
    });
    return `### ${words}\n\n${table(['Measure', 'Key', 'Formula', 'At least', 'Interval from'], rows)}`;
  });
  return tables.join('\n\n');
}

function riskRules(): string {
  const rows = RULES.map((each) => {
    const { label, refusedWhen } = each.rule;
    const settings = 'settings' in each ? Object.values(each.settings) : [];
    const words = settings.map(({ field, unit, default: usual }) =>
      field === null ? `fixed: ${usual} ${unit}` : `\`${field}\`, ${usual ?? 'none'}`,
    );
    return [label, words.join('; ') || 'none', refusedWhen, codesOf(each.codes)];
  });
  const size = [
    'Size',
    'see below',
    'the smallest order risks too much, needs too much margin, or is more than the broker leaves',
    codesOf(SIZE_CODES),
  ];
  const numbered = [...rows, size].map((row, at) => [String(at + 1), ...row]);
  return table(['#', 'Rule', 'Setting, default', 'Refused when', 'Code'], numbered);
}

function codesOf(codes: object): string {
  return Object.keys(codes)
    .map((code) => `\`${code}\``)
    .join(', ');
}

function riskSentences(): string {
  const all = [...RULES.map(({ codes }) => codes), SIZE_CODES].flatMap((codes) =>
    Object.entries(codes),
  );
  return table(
    ['Code', 'Sentence'],
    all.map(([code, sentence]) => [`\`${code}\``, sentence]),
  );
}

function benchmarks(): string {
  const rows = Object.entries(readResults()).map(([name, result]) => {
    const { title, unit, holds, measurement, date, machine } = result;
    const { figure, denominator, ratio, note } = measurement;
    return [
      `\`${name}\``,
      title,
      barOf(result),
      `${amount(figure)} ${unit}${holds ? '' : ', **not held**'}${note === '' ? '' : `; ${note}`}`,
      denominator ? `${denominator.what}: ${amount(denominator.value)}` : '',
      ratio === undefined ? '' : amount(ratio),
      `${date}, ${machine}`,
    ];
  });
  return table(['Name', 'What', 'Bar', 'Measured', 'Beside it', 'Ratio', 'When, where'], rows);
}

function barOf({ bar: { of, op, value }, unit }: Recorded): string {
  return `${op === '>=' ? 'at least' : 'at most'} ${amount(value)} ${of === 'ratio' ? 'as a ratio' : unit}`;
}

type FieldSetting = NumberSetting & Readonly<{ field: string }>;

function settingsTable(
  head: readonly string[],
  nameOf: (setting: FieldSetting) => string,
  settings: readonly FieldSetting[] = PROFILE_SETTINGS,
): string {
  return table(
    head,
    settings.map((setting) => [
      `\`${nameOf(setting)}\``,
      String(setting.default ?? 'none'),
      `${setting.least} to ${setting.most}${setting.optional ? ', or none' : ''}`,
      setting.help,
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

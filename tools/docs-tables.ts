import { readFileSync, writeFileSync } from 'node:fs';
import { EXIT_SETTINGS, EXITS } from '@quorate/trading/exits/exits';
import { PRESETS } from '@quorate/trading/governor/presets';
import type { EquityLine, Preset } from '@quorate/trading/governor/rule-set';
import { turnWords } from '@quorate/trading/governor/rule-set-words';
import { SIZE_CODES } from '@quorate/trading/risk/refusal';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { PROFILE_SETTINGS, RULES } from '@quorate/trading/risk/rules';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { GROUP_WORDS, SAMPLE_WORDS } from '@quorate/trading/statistics/measures/measure';
import { retentionRows } from '../apps/api/src/process/retention/retention.ts';
import { amount } from '../bench/print.ts';
import { type Recorded, readResults } from '../bench/results.ts';
import { statementsAcrossUsers } from './across-users.ts';
import { readSourceFiles } from './check/modules.ts';
import { fromRoot, ROOT } from './root.ts';

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
  'rule-set-presets': presetTables,
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
  'across-users': () =>
    table(
      ['Statement', 'Where, below `apps/api/src`', 'To be written in another way: it'],
      statementsAcrossUsers(readSourceFiles(ROOT)).map(({ why, file, rewrites }) => [
        why,
        `\`${file}\``,
        rewrites.join('; ') || '–',
      ]),
    ),
  'public-pages': () => measuredTable('site.lighthouse'),
  'governor-presets': () => measuredTable('governor.presets'),
  'governor-paths': () => measuredTable('governor.paths'),
  'verdict-worlds': () => measuredTable('verdict.worlds'),
  'interval-coverage': () => measuredTable('statistics.coverage'),
  faults: () => measuredTable('chaos.faults'),
};
const FILES = [
  'docs/explanation/risk.md',
  'docs/reference/formulas.md',
  'docs/reference/interval-coverage.md',
  'docs/reference/faults.md',
  'docs/reference/exits.md',
  'docs/reference/bot.md',
  'docs/reference/benchmarks.md',
  'docs/reference/citus.md',
  'docs/reference/rule-sets.md',
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
      const { name, key, formula, least, sample, intervalFrom } = measure;
      const [one, many] = SAMPLE_WORDS[sample];
      const sampleWords = `${least} ${least === 1 ? one : many}`;
      const shown = formula.replaceAll('|', String.raw`\|`);
      return [
        name,
        `\`${key}\``,
        shown,
        sampleWords,
        intervalFrom === null ? '-' : `${intervalFrom} ${many}`,
      ];
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

/** One table for each firm, and below it what is not certain of its presets. */
function presetTables(): string {
  return [...Map.groupBy(PRESETS, ({ preset }) => preset.firm)]
    .map(([firm, presets]) => {
      const head = [
        'Preset',
        'Programme',
        'Day',
        'Total',
        'Day turns',
        'To pass',
        'Other',
        'Copy of',
      ];
      const notes = Map.groupBy(
        presets.filter(({ preset }) => preset.note !== null),
        ({ preset }) => preset.note,
      );
      const listed = [...notes].map(
        ([note, those]) => `- ${those.map(({ id }) => `\`${id}\``).join(', ')}: ${note}`,
      );
      return `### ${firm}\n\n${table(head, presets.map(presetRow))}\n\n${listed.join('\n')}`.trimEnd();
    })
    .join('\n\n');
}

function presetRow(preset: Preset): string[] {
  const of = (kind: EquityLine['kind']) => preset.lines.filter((line) => line.kind === kind);
  const [first] = preset.lines;
  const { programme, checkedOn } = preset.preset;
  const days = preset.fewestTradingDays;
  const least = preset.tradingDayLeastPercent;
  const pass = [
    preset.profitTargetPercent === null ? '' : `${preset.profitTargetPercent}%`,
    days ? `${days} ${days === 1 ? 'day' : 'days'}${least ? ` of ${least}%` : ''}` : '',
    preset.bestDayPercent === null ? '' : `best day ≤ ${preset.bestDayPercent}%`,
  ];
  const bots = { allowed: '', ask: 'bots: ask', not_allowed: '**no bots**' };
  const news = preset.news;
  const other = [
    news && `news ${news.minutesBefore} min${news.bars === 'entries' ? ', entries' : ''}`,
    preset.weekendHolding ? '' : 'flat at weekends',
    preset.flatBy && `flat by ${turnWords(preset.flatBy)}`,
    preset.mostLots === null ? '' : `≤ ${preset.mostLots} lots`,
    preset.mostOpenRiskPercent === null ? '' : `open risk ≤ ${preset.mostOpenRiskPercent}%`,
    bots[preset.automatedTrading],
  ];
  return [
    `\`${preset.id}\``,
    programme,
    of('day').map(lineCell).join('; ') || '–',
    of('total').map(lineCell).join('; '),
    first ? turnWords(first.turnsAt) : '',
    pass.filter(Boolean).join(', ') || '–',
    other.filter(Boolean).join(', ') || '–',
    checkedOn,
  ];
}

function lineCell(line: EquityLine): string {
  const { amount, kind, basis, trails, stopsTrailingAtPercent: stop, onTouch } = line;
  const much =
    'moneyMinor' in amount
      ? `$${(amount.moneyMinor / 100).toLocaleString('en')}`
      : 'percentOfInitial' in amount
        ? `${amount.percentOfInitial}% of initial`
        : `${amount.percentOfBasis}%`;
  const bases = {
    start_balance: 'initial balance',
    day_start_balance: 'balance',
    day_start_equity: 'equity',
    higher_of_both: 'balance or equity',
  };
  const follows = {
    no: kind === 'total' ? ', fixed' : '',
    on_day_end_balance: ' below the highest day-end balance',
    on_balance: ' below the highest balance',
    on_equity: ' below the highest equity',
  };
  const from = kind === 'total' ? '' : ` from ${bases[basis]}`;
  const stops =
    stop === null ? '' : stop === 0 ? ', up to the start' : `, up to ${stop}% above the start`;
  return `${much}${from}${follows[trails]}${stops}${onTouch === 'end' ? '' : ' (pause)'}`;
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

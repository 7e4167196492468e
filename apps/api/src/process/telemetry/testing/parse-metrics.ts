export type Sample = Readonly<{
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}>;

export type Exposition = Readonly<{
  types: ReadonlyMap<string, string>;
  helps: ReadonlyMap<string, string>;
  samples: readonly Sample[];
}>;

const SAMPLE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_][a-z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/gi;

/** Reads Prometheus's text format. @throws Error on a line that is none of it */
export function parseMetrics(text: string): Exposition {
  const types = new Map<string, string>();
  const helps = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') helps.set(name, rest);
    else if (kind === 'TYPE') types.set(name, rest);
    else if (line !== '') samples.push(sampleOf(line));
  }
  return { types, helps, samples };
}

/** @example figureOf(figures, 'quorate_decisions_total', { action: 'hold' }) // 2 */
export function figureOf(
  { samples }: Exposition,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}

function sampleOf(line: string): Sample {
  const [, name, inside = '', number = ''] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  const labels = Object.fromEntries(
    [...inside.matchAll(LABEL)].map(([, label = '', value = '']) => [label, value]),
  );
  return { name, labels, value: Number(number) };
}

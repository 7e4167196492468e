export type TestLine = { level: number; msg: string } & Record<string, unknown>;

export type TestLog = {
  /** Every line of the service, as JSON. */
  write: (line: string) => void;
  lines: TestLine[];
  /** Messages of errors. */
  errors: () => string[];
};

const ERROR = 50;

export function testLog(): TestLog {
  const lines: TestLine[] = [];
  return {
    lines,
    write: (line) => {
      lines.push(JSON.parse(line));
    },
    errors: () => lines.filter(({ level }) => level >= ERROR).map(({ msg }) => msg),
  };
}

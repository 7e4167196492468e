type Iso<Value> = Value extends Date ? string : Value;

/** A row as it is answered: each moment in ISO 8601. */
export function isoTimes<Row extends object>(row: Row): { [Name in keyof Row]: Iso<Row[Name]> } {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Row]: Iso<Row[Name]> };
}

/** What is wrong with a line. */
export type Finding = Readonly<{
  reason: string;
  /** Place of the record it is about, from 1 on; left out where it is about none. */
  record?: number;
  /** Where it is wrong, from 1 on; left out for the line that was being read. */
  line?: number;
}>;

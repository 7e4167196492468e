const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/;

export type AdviceSteps = Readonly<{
  /** More than one: to be done in their order. */
  steps: readonly string[];
  /** What has to be typed exactly as it is, into the terminal's list of allowed addresses; null where nothing has. */
  address: string | null;
}>;

/** Advice as steps: a line each, or a sentence each where an address has to be typed by hand. */
export function adviceSteps(advice: string): AdviceSteps {
  const address = ADDRESS.exec(advice)?.[0] ?? null;
  const lines = advice
    .split('\n')
    .map((line) => line.trim().replace(/^\d+[.)]\s+/, ''))
    .filter((line) => line !== '');
  const [only] = lines;
  if (lines.length === 1 && only !== undefined && address !== null)
    return { steps: only.split(/(?<=\.)\s+(?=[A-Z])/), address };
  return { steps: lines, address };
}

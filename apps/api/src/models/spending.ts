/** What a vote has taken so far, calls under way included. */
export type Spending = Readonly<{
  /** A call has begun: until it ends, its prompt counts as read. @returns ends it with what it took */
  begin(promptTokens: number): (tokens: number) => void;
  total(): number;
}>;

export function createSpending(): Spending {
  let total = 0;
  return {
    begin(promptTokens) {
      total += promptTokens;
      return (tokens) => {
        total += tokens - promptTokens;
      };
    },
    total: () => total,
  };
}

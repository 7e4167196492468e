/** An answer for what customers ask in words that no page uses. */
export type HelpAnswer = Readonly<{
  title: string;
  answer: string;
  /** The section that says more. */
  address: `/${string}`;
  /** How it is asked; others will use words of their own. */
  asked: readonly string[];
}>;

/**
 * Text that is shown on the site and searched by the assistant. It stands here as data, once, so that
 * an answer can name the very section it comes from.
 *
 * Inline text knows three marks: `**strong**`, `[label](/path#section)` and, in backticks, what is typed.
 */
export type Block =
  | Readonly<{ kind: 'text'; text: string }>
  | Readonly<{ kind: 'list'; items: readonly string[] }>
  | Readonly<{ kind: 'steps'; title?: string; steps: readonly Step[] }>
  | Readonly<{ kind: 'notice'; tone: NoticeTone; text: string }>;

export type NoticeTone = 'info' | 'warning' | 'success' | 'error';

/** One numbered step. `id` makes it an address of its own: /guide#install-mt5. */
export type Step = Readonly<{
  id: string;
  title: string;
  text: string;
  /** What its picture shows, in words. The files of the picture are named by `id`. */
  picture?: string;
}>;

export type Section = Readonly<{
  /** The part after # in the address; unique within its page, and never changed once published. */
  id: string;
  title: string;
  /** One sentence: what the section is for. */
  summary: string;
  blocks: readonly Block[];
}>;

/** A page of sections: the guide, or a policy with the day it took effect. */
export type Document = Readonly<{
  path: `/${string}`;
  title: string;
  /** As the reader sees it: 'Jan 10, 2025'. */
  effective?: string;
  sections: readonly Section[];
}>;

export type Question = Readonly<{ id: string; question: string; answer: string }>;

import { useAddressQuery } from '../../../lib/use-address-query.ts';

/** What may be chosen, the default first; 'text' for whatever somebody types. */
export type Choices = Readonly<Record<string, readonly [string, ...string[]] | 'text'>>;

type ValuesOf<C extends Choices> = {
  [Name in keyof C]: C[Name] extends readonly (infer Value)[] ? Value : string;
};
type FilterOf<C extends Choices> = ValuesOf<C> & { page: number };
type ChangeOf<C extends Choices> = Partial<ValuesOf<C>> | { page: number };

const LONGEST = 200;

/**
 * The filter of a list, kept in the page's address, so that a view can be kept and shared. What makes no
 * sense there counts as not given; any change but of the page leads to page 1.
 *
 * @example const [filter, change] = useAddressFilter({ search: 'text', plan: ['all', 'Free'] })
 */
export function useAddressFilter<const C extends Choices>(
  choices: C,
): [FilterOf<C>, (part: ChangeOf<C>) => void] {
  const [query, setQuery] = useAddressQuery();
  const change = (part: ChangeOf<C>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries({ page: 1, ...part })) {
          const text = String(value);
          if (text === defaultOf(choices, name)) next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return [filterOf(choices, query), change];
}

function filterOf<C extends Choices>(choices: C, query: URLSearchParams): FilterOf<C> {
  const page = Number(query.get('page'));
  const read = Object.entries(choices).map(([name, values]) => {
    const text = query.get(name) ?? '';
    if (values === 'text') return [name, text.slice(0, LONGEST)];
    return [name, values.includes(text) ? text : values[0]];
  });
  return {
    ...Object.fromEntries(read),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  } as FilterOf<C>;
}

function defaultOf(choices: Choices, name: string): string {
  if (name === 'page') return '1';
  const values = choices[name];
  return values === undefined || values === 'text' ? '' : values[0];
}

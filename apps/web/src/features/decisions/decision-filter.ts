import { DECISION_FILTERS } from '@quorate/contract/decisions';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@quorate/contract/reply';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { ACCOUNT_CHOICES, type AccountChoice } from '../../ui/account-field.tsx';

/** Which decisions are shown. It lives in the page's address; account and page are the trades' own. */
export type DecisionFilter = {
  outcome: (typeof DECISION_FILTERS)[number];
  symbol: string | null;
  account: AccountChoice;
  page: number;
  perPage: (typeof PAGE_SIZES)[number];
};

/** Reads the filter from an address. What makes no sense there counts as not given. */
function decisionFilterFrom(query: URLSearchParams): DecisionFilter {
  const page = Number(query.get('page'));
  const symbol = query.get('symbol');
  return {
    outcome: DECISION_FILTERS.find((name) => name === query.get('outcome')) ?? 'all',
    symbol: symbol && /^[A-Za-z0-9][A-Za-z0-9._#+-]{1,31}$/.test(symbol) ? symbol : null,
    account: ACCOUNT_CHOICES.find((name) => name === query.get('account')) ?? 'all',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    perPage: PAGE_SIZES.find((size) => String(size) === query.get('per_page')) ?? DEFAULT_PAGE_SIZE,
  };
}

type Change = (part: Partial<DecisionFilter>) => void;

/** The filter of the page's address, and its change. Any change but of the page leads to page 1. */
export function useDecisionFilter(): [DecisionFilter, Change] {
  const [query, setQuery] = useAddressQuery();
  const change: Change = (part) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        const filter = { ...decisionFilterFrom(now), page: 1, ...part };
        const put = (name: string, value: string | null, byDefault: string) =>
          value === null || value === byDefault ? next.delete(name) : next.set(name, value);
        put('outcome', filter.outcome, 'all');
        put('symbol', filter.symbol, '');
        put('account', filter.account, 'all');
        put('page', String(filter.page), '1');
        put('per_page', String(filter.perPage), String(DEFAULT_PAGE_SIZE));
        return next;
      },
      { preventScrollReset: true },
    );
  return [decisionFilterFrom(query), change];
}

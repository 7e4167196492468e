import { describe, expect, test } from 'vitest';
import { DEFAULT_FILTER, filterFromQuery } from './trade-filter.ts';
import { comparedOf, comparedToQuery } from './use-compared-filter.ts';

const first = 'tab=statistics&account=demo&period=custom&from=2026-01-01&to=2026-01-31';

describe('the second filter of an address', () => {
  test('is none until something is compared', () => {
    expect(comparedOf(new URLSearchParams(`${first}&b_account=real`))).toBeNull();
  });

  test('stands beside the first one, and neither changes the other', () => {
    const second = { ...DEFAULT_FILTER, account: 'real', period: 'monthly' } as const;
    const query = comparedToQuery(second, new URLSearchParams(first));
    expect(query.toString()).toBe(`${first}&compare=1&b_period=monthly&b_account=real`);
    expect(comparedOf(query)).toEqual(second);
    expect(filterFromQuery(query)).toEqual(filterFromQuery(new URLSearchParams(first)));
  });

  test('leaves nothing of an earlier one behind', () => {
    const before = new URLSearchParams(
      `${first}&compare=1&b_period=custom&b_from=2026-02-01&b_to=2026-02-28`,
    );
    const query = comparedToQuery(DEFAULT_FILTER, before);
    expect(query.toString()).toBe(`${first}&compare=1`);
    expect(comparedOf(query)).toEqual(DEFAULT_FILTER);
    expect(comparedToQuery(null, query).toString()).toBe(first);
  });

  test('that makes no sense counts as not given', () => {
    const query = new URLSearchParams(
      'compare=1&b_period=custom&b_from=2026-02-30&b_to=2026-03-01',
    );
    expect(comparedOf(query)).toEqual(DEFAULT_FILTER);
  });
});

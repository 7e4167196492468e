import { t } from '@lingui/core/macro';
import type { CallInput, Endpoint, Reply } from '@quorate/contract/endpoint';
import type { Pagination } from '@quorate/contract/reply';
import { Button } from '@quorate/ui/button';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { SelectField } from '@quorate/ui/select-field';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import { type Columns, DataTable, type RowAct } from './data-table.tsx';
import { type Choices, useAddressFilter } from './use-address-filter.ts';

type QueryOf<E extends Endpoint> =
  CallInput<E> extends { readonly query?: infer Query } ? NonNullable<Query> : never;

type Option<Value extends string> = Readonly<{ value: Value; label: string }>;

type Filter<Value> = Readonly<{
  /** Without one it is set by the page's address alone. */
  label?: string;
  /** What may be chosen, the default first, 'all' for any; without them a text is searched for. */
  options?: readonly Option<unknown extends Value ? string : Extract<Value, string> | 'all'>[];
  /** Its name in the page's address, where that is another one than the service's. */
  address?: string;
  className?: string;
  /** The longest text that the service takes. */
  max?: number;
  /** Whether the service takes such a text; the list is not narrowed by another one. */
  takes?: (text: string) => boolean;
}>;

type AnyFilters = Readonly<Record<string, Filter<unknown>>>;

type ListInput<E extends Endpoint> = Readonly<{
  endpoint: E;
  params?: Readonly<Record<string, string>>;
  /** What is asked for beside the filters. */
  query?: Partial<QueryOf<E>>;
  /** By the names that the service has for them. Without filters the address does not know the page either. */
  filters?: { readonly [Name in keyof QueryOf<E>]?: Filter<QueryOf<E>[Name]> };
  perPage?: number;
  /** After how long it is read again. */
  waitMs?: (reply: Reply<E>) => number | false;
}>;

type List<E extends Endpoint> = Readonly<{
  endpoint: E;
  filters: AnyFilters;
  /** The values of the filters by their names in the address; '' or 'all' for any. */
  chosen: Readonly<Record<string, string>>;
  change: (part: Readonly<Record<string, string>>) => void;
  onPage: (page: number) => void;
  reply: UseQueryResult<Reply<E> & { pagination: Pagination }>;
}>;

/** 'all', and each value with its word. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  words: (value: Value) => string = (value) => value,
  all = t`All`,
): readonly Option<Value | 'all'>[] {
  return [{ value: 'all', label: all }, ...values.map((value) => ({ value, label: words(value) }))];
}

/**
 * A paged list of the back office, as its filters in the page's address want it.
 *
 * @example const list = useAdminList({ endpoint: listAdminReviews, filters: { search: { label: 'Words' } } });
 */
export function useAdminList<E extends Endpoint>(input: ListInput<E>): List<E> {
  const { endpoint, params, perPage = 25, waitMs } = input;
  const filters = (input.filters ?? {}) as AnyFilters;
  const [{ page: addressPage, ...chosen }, change] = useAddressFilter(choicesOf(filters));
  const [ownPage, setOwnPage] = useState(1);
  const page = input.filters ? addressPage : ownPage;
  const query = { page, per_page: perPage, ...input.query, ...askedOf(filters, chosen) };
  const reply = useQuery({
    queryKey: ['admin', endpoint.path, params, query],
    queryFn: async ({ signal }) => {
      const asked = { ...(params && { params }), query } as unknown as CallInput<E> & {
        query: Record<string, unknown>;
      };
      return (await callApi(endpoint, asked, { signal })) as Reply<E> & { pagination: Pagination };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (waitMs && state.data ? waitMs(state.data) : false),
  });
  const onPage = input.filters ? (next: number) => change({ page: next }) : setOwnPage;
  return { endpoint, filters, chosen, change, onPage, reply } as List<E>;
}

function choicesOf(filters: AnyFilters): Choices {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { address = name, options }]) => {
      const [first, ...others] = (options ?? []).map(({ value }) => value);
      return [address, first === undefined ? 'text' : ([first, ...others] as const)];
    }),
  );
}

function askedOf(filters: AnyFilters, chosen: List<Endpoint>['chosen']): Record<string, string> {
  const asked: Record<string, string> = {};
  for (const [name, { address = name, options, max, takes }] of Object.entries(filters)) {
    const value = (chosen[address] ?? '').slice(0, max);
    const isAny = value === '' || (options !== undefined && value === 'all');
    if (!isAny && (takes?.(value) ?? true)) asked[name] = value;
  }
  return asked;
}

export type ShownRows<E extends Endpoint, Name extends keyof Reply<E> & string> = Readonly<{
  /** Where the rows stand in the answer. */
  rows: Name;
  /** How the rows are called. */
  noun: string;
  /** What stands there when no row fits. */
  empty: string;
  /** The same when nothing is left out: there was never any. */
  never?: string;
}> &
  Readonly<
    | {
        columns: Columns<RowOf<E, Name>>;
        rowKey: (row: RowOf<E, Name>) => string;
        act?: (row: RowOf<E, Name>) => RowAct | null;
        above?: (reply: Reply<E>) => ReactNode;
      }
    | { show: (reply: Reply<E>) => ReactNode }
  >;

type RowOf<E extends Endpoint, Name> = Name extends keyof Reply<E>
  ? Reply<E>[Name] extends readonly (infer Row)[]
    ? Row
    : never
  : never;

type AdminListProps<E extends Endpoint, Name extends keyof Reply<E> & string> = ShownRows<
  E,
  Name
> & {
  list: List<E>;
  /** What is said to those who do not see the table. */
  caption: string;
  /** More choices beside the filters. */
  children?: ReactNode;
};

/** The list with its filters above it: a table where there is room, cards on a phone. */
export function AdminList<E extends Endpoint, Name extends keyof Reply<E> & string>(
  props: AdminListProps<E, Name>,
) {
  const { list, rows, noun, caption, empty, never = empty, children } = props;
  const { filters, chosen, change, onPage, reply } = list;
  const isAsked = Object.entries(filters).some(([name, { address = name, options }]) => {
    return chosen[address] !== (options?.[0]?.value ?? '');
  });
  const shown = Object.entries(filters).filter(([, { label }]) => label !== undefined);
  return (
    <>
      {shown.length > 0 && (
        <fieldset className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
          <legend className="sr-only">{t`Which ${noun}`}</legend>
          {shown.map(([name, { label = name, address = name, options, max, className = '' }]) =>
            options ? (
              <SelectField
                key={name}
                label={label}
                value={chosen[address] ?? ''}
                options={options}
                onChange={(value) => change({ [address]: value })}
                className={className}
              />
            ) : (
              <SearchField
                key={name}
                label={label}
                value={chosen[address] ?? ''}
                onSearch={(text) => change({ [address]: text })}
                max={max ?? 200}
              />
            ),
          )}
          {children}
        </fieldset>
      )}
      <PagedList query={reply} noun={noun} empty={isAsked ? empty : never} onPage={onPage}>
        {(data) => {
          if ('show' in props) return props.show(data);
          const { columns, rowKey, act, above } = props;
          return (
            <>
              {above?.(data)}
              <DataTable
                caption={caption}
                columns={columns}
                rows={data[rows] as readonly RowOf<E, Name>[]}
                rowKey={rowKey}
                {...(act && { act })}
              />
            </>
          );
        }}
      </PagedList>
    </>
  );
}

type SearchFieldProps = {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  max: number;
};

/** Searches on Enter or by the button: every search asks the service. */
function SearchField({ label, value, onSearch, max }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="col-span-2 min-w-0 flex-1 basis-72">
      <form
        // A search from elsewhere, such as a step back, fills the field again.
        key={value}
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('search');
          onSearch(typeof text === 'string' ? text.trim() : '');
        }}
      >
        <label htmlFor={id} className="mb-1 block text-tiny text-muted">
          {label}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="search"
            type="search"
            maxLength={max}
            defaultValue={value}
            autoComplete="off"
            spellCheck={false}
            className={`${CONTROL_CLASS} min-w-0 text-small`}
          />
          <Button type="submit" variant="secondary">{t`Search`}</Button>
        </div>
      </form>
    </div>
  );
}

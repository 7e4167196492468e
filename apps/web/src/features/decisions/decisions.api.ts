import { explainDecision, getTradeStory } from '@quorate/contract/decision-outcomes';
import { listDecisions } from '@quorate/contract/decisions';
import { listVoters } from '@quorate/contract/voters';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import type { DecisionFilter } from './decision-filter.ts';

/** One stored decision from what was seen to what became of it, which may still change. */
export function useExplanation(userId: string, decisionId: string) {
  return useQuery({
    // Below the lists' key: whatever makes them read again is news of this one, too.
    queryKey: ['decisions', userId, 'story', decisionId],
    queryFn: ({ signal }) =>
      callApi(explainDecision, { params: { decision_id: decisionId } }, { signal }),
  });
}

/** A trade that no decision of ours led to. */
export function useTradeStory(
  userId: string,
  name: Readonly<{ accountId: string; ticket: string }>,
) {
  const { accountId: account_id, ticket: position_ticket } = name;
  return useQuery({
    queryKey: ['trades', userId, 'story', account_id, position_ticket],
    queryFn: ({ signal }) =>
      callApi(getTradeStory, { params: { account_id, position_ticket } }, { signal }),
  });
}

/** A page of decisions. While another page loads, the last one stays. */
export function useDecisions(userId: string, filter: DecisionFilter) {
  const { outcome, symbol, account, page, perPage } = filter;
  return useQuery({
    queryKey: ['decisions', userId, filter],
    queryFn: ({ signal }) =>
      callApi(
        listDecisions,
        {
          query: {
            outcome,
            page,
            per_page: perPage,
            ...(symbol === null ? {} : { symbol }),
            ...(account === 'all' ? {} : { account_type: account }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Who votes. Read again with the decisions: each of them may send a provider to rest. */
export function useVoters(userId: string) {
  return useQuery({
    queryKey: ['decisions', userId, 'voters'],
    queryFn: ({ signal }) => callApi(listVoters, {}, { signal }),
  });
}

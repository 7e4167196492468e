import { getCalendar } from '@quorate/contract/calendar';
import {
  chooseRuleSet,
  listRuleSetChanges,
  listRuleSetPresets,
  listRuleSets,
  type RuleSetChoice,
  rebaseRuleSet,
  tryRuleSets,
} from '@quorate/contract/rule-sets';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Events tell of changes; this is for a page that cannot get them. */
const REFRESH_MS = 30_000;

const ACCOUNTS_SHOWN = 10;
const PRESETS_MOST = 500;

/** Begins as the key of the bots does: what is news of a bot is news of its limits. */
const keyOf = (userId: string) => ['bots', userId, 'rule-sets'];

/** The user's accounts with their limits, and how far the service's clock is ahead of this device's. */
export function useRuleSets(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const reply = await callApi(
        listRuleSets,
        { query: { per_page: ACCOUNTS_SHOWN } },
        { signal },
      );
      return { ...reply, clockAheadMs: Date.parse(reply.now) - Date.now() };
    },
    refetchInterval: REFRESH_MS,
  });
}

export function usePresets() {
  return useQuery({
    queryKey: ['rule-set-presets'],
    queryFn: async ({ signal }) => {
      const query = { per_page: PRESETS_MOST };
      return (await callApi(listRuleSetPresets, { query }, { signal })).presets;
    },
  });
}

const CALENDAR_REFRESH_MS = 300_000;

/** Economic events of the next two days, from the calendar of the service. */
export function useCalendar() {
  return useQuery({
    queryKey: ['calendar'],
    queryFn: ({ signal }) => callApi(getCalendar, { query: { days: 2 } }, { signal }),
    refetchInterval: CALENDAR_REFRESH_MS,
  });
}

/** An account's progress and its past trades under each preset; of the named one the chance to pass, too. */
export function useTriedRules(accountId: string, presetId: string | null) {
  return useQuery({
    queryKey: ['rule-set-tries', accountId, presetId],
    queryFn: ({ signal }) =>
      callApi(
        tryRuleSets,
        {
          params: { account_id: accountId },
          query: presetId === null ? {} : { preset_id: presetId },
        },
        { signal },
      ),
  });
}

const CHANGES_SHOWN = 10;

/** A page of the changes of an account's rules, newest first. */
export function useRuleSetChanges(userId: string, accountId: string, page: number) {
  return useQuery({
    queryKey: [...keyOf(userId), accountId, 'changes', page],
    queryFn: ({ signal }) =>
      callApi(
        listRuleSetChanges,
        { params: { account_id: accountId }, query: { page, per_page: CHANGES_SHOWN } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** A change as its dialog sends it. Its id is made once for each dialog, so that trying again makes no second one. */
export type RuleChange = Readonly<{ accountId: string; changeId: string; confirmation: string }>;

export function useChooseRuleSet(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      accountId,
      changeId,
      confirmation,
      choice,
    }: RuleChange & { choice: RuleSetChoice }) =>
      callApi(chooseRuleSet, {
        body: { account_id: accountId, change_id: changeId, confirmation, choice },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}

export function useRebaseRuleSet(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId, changeId, confirmation }: RuleChange) =>
      callApi(rebaseRuleSet, {
        body: { account_id: accountId, change_id: changeId, confirmation },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}

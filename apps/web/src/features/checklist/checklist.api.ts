import {
  type Checklist,
  type ChecklistItemId,
  checklist,
  getChecklist,
  saveChecklist,
} from '@quorate/contract/checklist';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

type ShownChecklist = { items: Checklist; source: 'service' | 'browser' };

/** The checklist; this browser's mirror of it where the service does not answer. */
export function useChecklist(userId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['checklist', userId];

  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ShownChecklist> => {
      try {
        const reply = await callApi(getChecklist, {}, { signal });
        writeMirror(userId, reply.checklist);
        return { items: reply.checklist, source: 'service' };
      } catch (error) {
        if (signal.aborted) throw error;
        return { items: readMirror(userId), source: 'browser' };
      }
    },
  });

  const [unsaved, setUnsaved] = useState<Checklist>({});
  /** Clicks that are not answered yet: a list that is read meanwhile does not know them. */
  const [clicked, setClicked] = useState<Checklist>({});
  const save = useMutation({
    mutationFn: (items: Checklist) => callApi(saveChecklist, { body: { checklist: items } }),
    // Clicks in quick succession are sent in their order.
    scope: { id: `checklist:${userId}` },
    onError: (_, items) => setUnsaved((now) => ({ ...now, ...items })),
    onSuccess: (_, items) => {
      setUnsaved((now) => without(now, items));
      merge(items);
    },
    onSettled: (_reply, _error, items) => setClicked((now) => withoutSame(now, items)),
  });

  const merge = (items: Checklist) =>
    queryClient.setQueryData<ShownChecklist>(
      queryKey,
      (now) => now && { ...now, items: { ...now.items, ...items } },
    );

  const show = (items: Checklist) => {
    writeMirror(userId, items);
    queryClient.setQueryData<ShownChecklist>(queryKey, (now) => ({
      source: now?.source ?? 'browser',
      items,
    }));
  };

  const toggle = async (id: ChecklistItemId, done: boolean) => {
    // A list still on its way would overwrite the click.
    await queryClient.cancelQueries({ queryKey });
    const now = queryClient.getQueryData<ShownChecklist>(queryKey);
    show({ ...now?.items, [id]: done });
    setClicked((before) => ({ ...before, [id]: done }));
    save.mutate({ [id]: done });
  };

  return {
    checklist: query.data && {
      ...query.data,
      items: { ...query.data.items, ...unsaved, ...clicked },
    },
    toggle: (id: ChecklistItemId, done: boolean) => void toggle(id, done),
    unsaved: Object.keys(unsaved).length > 0,
    saveAgain: () => save.mutate(unsaved),
    reload: () => void query.refetch(),
    busy: query.isFetching || save.isPending,
  };
}

/** A later click on the same item stays. */
function withoutSame(items: Checklist, answered: Checklist): Checklist {
  const kept = Object.entries(items).filter(
    ([id, done]) => answered[id as ChecklistItemId] !== done,
  );
  return Object.fromEntries(kept);
}

function without(items: Checklist, saved: Checklist): Checklist {
  return Object.fromEntries(Object.entries(items).filter(([id]) => !Object.hasOwn(saved, id)));
}

/** A copy in this browser for the time the service cannot be reached. Each user has an own one. */
function keyOf(userId: string): string {
  return `setupChecklist:${userId}`;
}

function readMirror(userId: string): Checklist {
  try {
    const parsed = checklist.safeParse(JSON.parse(readStored(keyOf(userId)) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

function writeMirror(userId: string, items: Checklist): void {
  writeStored(keyOf(userId), JSON.stringify(items));
}

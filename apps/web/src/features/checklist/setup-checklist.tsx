import { t } from '@lingui/core/macro';
import {
  CHECKLIST_ITEMS,
  type Checklist,
  type ChecklistItemId,
  checklist,
  getChecklist,
  saveChecklist,
} from '@quorate/contract/checklist';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { TextLink } from '../../ui/text-link.tsx';

export function SetupChecklist({ userId }: { userId: string }) {
  const { checklist, toggle, unsaved, saveAgain, reload, busy } = useChecklist(userId);
  const done = CHECKLIST_ITEMS.filter(({ id }) => checklist?.items[id]).length;
  const complete = done === CHECKLIST_ITEMS.length;

  return (
    <Panel
      title={t`Setup checklist`}
      aside={
        <span className="text-small">
          <TextLink to="/guide">{t`Full Guide`}</TextLink>
        </span>
      }
    >
      <p aria-live="polite" className="mb-3 text-small">
        {checklist ? (
          complete ? (
            <span className="font-medium text-gain">{t`Setup Complete!`}</span>
          ) : (
            <span className="text-muted">{t`${done} of ${CHECKLIST_ITEMS.length} done`}</span>
          )
        ) : (
          <Skeleton className="h-[1.40625rem] w-20" />
        )}
      </p>
      {checklist?.source === 'browser' && (
        <Notice
          tone="warning"
          live
          className="mb-3"
          action={
            <Button
              variant="secondary"
              size="small"
              onClick={reload}
              busy={busy}
            >{t`Retry`}</Button>
          }
        >{t`The service did not answer: this is the list as this browser remembers it.`}</Notice>
      )}
      {unsaved && (
        <Notice
          tone="error"
          live
          className="mb-3"
          action={
            <Button
              variant="secondary"
              size="small"
              onClick={saveAgain}
              busy={busy}
            >{t`Save again`}</Button>
          }
        >{t`Your change could not be saved to your account.`}</Notice>
      )}
      <ul>
        {CHECKLIST_ITEMS.map(({ id, critical }) => (
          <ChecklistItem
            key={id}
            id={id}
            critical={critical}
            done={checklist?.items[id] === true}
            disabled={!checklist}
            onToggle={(checked) => toggle(id, checked)}
          />
        ))}
      </ul>
    </Panel>
  );
}

type ChecklistItemProps = {
  id: ChecklistItemId;
  critical: boolean;
  done: boolean;
  disabled: boolean;
  onToggle: (done: boolean) => void;
};

function ChecklistItem({ id, critical, done, disabled, onToggle }: ChecklistItemProps) {
  const { title, text } = ITEM_WORDS[id];
  return (
    <li className="border-t border-line first:border-t-0">
      {/* In px: larger text needs the room for its words. */}
      <label className="flex items-start gap-[12px] py-2.5">
        <input
          type="checkbox"
          checked={done}
          disabled={disabled}
          onChange={(event) => onToggle(event.target.checked)}
          className="mt-1 size-[1.125rem] shrink-0 cursor-pointer accent-brand"
        />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className={`text-small font-medium ${done ? 'text-muted line-through' : ''}`}>
              {title}
            </span>
            {critical && <Badge tone="warn">{t`Critical`}</Badge>}
          </span>
          <span className="block text-tiny text-muted">{text}</span>
        </span>
      </label>
    </li>
  );
}

/** What each step of the setup asks for. */
const ITEM_WORDS: Readonly<Record<ChecklistItemId, { title: string; text: string }>> = {
  'mt5-installed': {
    title: t`MetaTrader 5 installed`,
    text: t`The terminal of your broker, on Windows 10 or 11.`,
  },
  'mt5-account': {
    title: t`Trading account connected`,
    text: t`Signed in to a demo account first, a real one later.`,
  },
  'algo-trading': {
    title: t`Algo trading enabled`,
    text: t`The Algo Trading button in the terminal is green.`,
  },
  'desktop-app': {
    title: t`Desktop app installed`,
    text: t`Signed in with the same account as here.`,
  },
  'bot-config': {
    title: t`Bot configured`,
    text: t`Terminal path, account number, broker server and account type are set.`,
  },
  'risk-settings': {
    title: t`Risk settings reviewed`,
    text: t`Risk per trade 1-2%, daily and weekly loss limits set.`,
  },
};

type ShownChecklist = { items: Checklist; source: 'service' | 'browser' };

/** The checklist; this browser's mirror of it where the service does not answer. */
function useChecklist(userId: string) {
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

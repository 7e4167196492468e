import { plural, select, t } from '@lingui/core/macro';
import {
  JOURNAL_SETUP_LENGTH_MAX,
  JOURNAL_TAG_LENGTH_MAX,
  type JournalTags,
  type TagKind,
  tagKey,
  tagName,
} from '@quorate/contract/journal';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useChangeTag } from './journal.api.ts';

type ManageTagsProps = { userId: string; names: JournalTags; onClose: () => void };

type Named = Readonly<{ name: string; count: number }>;
type Acting = Readonly<{ kind: TagKind; name: string; act: 'rename' | 'remove' }>;

/** Tags and set-ups with how often each is used: renamed, merged, deleted. */
export function ManageTags({ userId, names, onClose }: ManageTagsProps) {
  const [acting, setActing] = useState<Acting | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const part = (kind: TagKind, list: readonly Named[]) =>
    list.length > 0 && (
      <section aria-label={kind === 'tag' ? t`Tags` : t`Set-ups`}>
        <h3 className="text-small font-semibold">{kind === 'tag' ? t`Tags` : t`Set-ups`}</h3>
        <ul className="mt-1 divide-y divide-line">
          {list.map((each) => (
            <li key={each.name} className="py-2">
              <NameRow
                userId={userId}
                kind={kind}
                named={each}
                list={list}
                act={acting?.kind === kind && acting.name === each.name ? acting.act : null}
                onAct={(act) => {
                  setDone(null);
                  setActing(act && { kind, name: each.name, act });
                }}
                onDone={(words) => {
                  setActing(null);
                  setDone(words);
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Dialog title={t`Manage tags`} onClose={onClose}>
      <div className="space-y-5">
        <DoneNotice>{done}</DoneNotice>
        {names.tags.length + names.setups.length === 0 && (
          <p className="text-small text-muted">{t`No tags are left. Add some to a trade or a day.`}</p>
        )}
        {part('tag', names.tags)}
        {part('setup', names.setups)}
      </div>
    </Dialog>
  );
}

type NameRowProps = {
  userId: string;
  kind: TagKind;
  named: Named;
  list: readonly Named[];
  act: Acting['act'] | null;
  onAct: (act: Acting['act'] | null) => void;
  onDone: (words: string) => void;
};

function NameRow({ userId, kind, named, list, act, onAct, onDone }: NameRowProps) {
  const { name, count } = named;
  const change = useChangeTag(userId);
  const used = plural(count, { one: '# entry', other: '# entries' });
  // The list without the name may be there first, and this row gone: then `mutate` would tell nobody.
  const run = (to: string | null, words: string) =>
    void change.mutateAsync({ kind, name, to }).then(
      () => onDone(words),
      // The row itself says what went wrong.
      () => undefined,
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-32 text-small wrap-anywhere">
          {name} <span className="text-tiny text-muted">{used}</span>
        </p>
        {act === null && (
          <div className="flex gap-2">
            <Button
              variant="secondary"
              size="small"
              className="max-sm:min-h-11"
              aria-label={t`Rename ${name}`}
              onClick={() => onAct('rename')}
            >{t`Rename`}</Button>
            <Button
              variant="secondary"
              size="small"
              className="max-sm:min-h-11"
              aria-label={t`Delete ${name}`}
              onClick={() => onAct('remove')}
            >{t`Delete`}</Button>
          </div>
        )}
      </div>
      <FailureNotice
        title={t`The ${select(kind, { setup: 'set-up', other: 'tag' })} could not be changed`}
        error={change.isError ? change.error : null}
        className="mt-2"
      />
      {act === 'rename' && (
        <RenameForm
          kind={kind}
          name={name}
          list={list}
          busy={change.isPending}
          onRename={(to) => run(to, t`${name} is ${to} now.`)}
          onKeep={() => onAct(null)}
        />
      )}
      {act === 'remove' && (
        <div className="mt-2 space-y-2 text-small">
          <p>{t`This takes the ${select(kind, { setup: 'set-up', other: 'tag' })} out of ${used}. What you wrote there stays.`}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="danger"
              size="small"
              className="max-sm:min-h-11"
              busy={change.isPending}
              onClick={() => run(null, t`${name} was taken out of ${used}.`)}
            >{t`Delete the ${select(kind, { setup: 'set-up', other: 'tag' })}`}</Button>
            <Button
              variant="secondary"
              size="small"
              className="max-sm:min-h-11"
              disabled={change.isPending}
              onClick={() => onAct(null)}
            >{t`Keep it`}</Button>
          </div>
        </div>
      )}
    </>
  );
}

type RenameFormProps = {
  kind: TagKind;
  name: string;
  list: readonly Named[];
  busy: boolean;
  onRename: (to: string) => void;
  onKeep: () => void;
};

function RenameForm({ kind, name, list, busy, onRename, onKeep }: RenameFormProps) {
  const [text, setText] = useState(name);
  const to = tagName(text);
  const other = list.find((each) => each.name !== name && tagKey(each.name) === tagKey(to));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (to !== '' && to !== name) onRename(to);
  };
  return (
    <form onSubmit={send} className="mt-2 space-y-2">
      <TextField
        label={t`New name`}
        // The button that was pressed is gone: the keyboard goes on here.
        ref={(field) => field?.focus()}
        value={text}
        maxLength={kind === 'tag' ? JOURNAL_TAG_LENGTH_MAX : JOURNAL_SETUP_LENGTH_MAX}
        onChange={(event) => setText(event.target.value)}
        hint={
          other
            ? t`${other.name} is used in ${plural(other.count, { one: '# entry', other: '# entries' })}: the two become one.`
            : undefined
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          className="max-sm:min-h-11"
          busy={busy}
          disabled={to === '' || to === name}
          title={to === '' || to === name ? t`Type another name first` : undefined}
        >
          {other
            ? t`Merge the two`
            : t`Rename the ${select(kind, { setup: 'set-up', other: 'tag' })}`}
        </Button>
        <Button
          variant="secondary"
          size="small"
          className="max-sm:min-h-11"
          disabled={busy}
          onClick={onKeep}
        >{t`Keep the name`}</Button>
      </div>
    </form>
  );
}

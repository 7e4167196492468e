import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  JOURNAL_PICTURE_BYTES_MAX,
  JOURNAL_PICTURES_MAX,
  type JournalPicture,
} from '@quorate/contract/journal';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Dialog } from '@quorate/ui/dialog';
import { Icon } from '@quorate/ui/icon';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { Skeleton } from '@quorate/ui/skeleton';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import {
  deletePicture,
  type Place,
  sendPicture,
  usePicture,
  useTellPictures,
} from './journal.api.ts';

type PicturesProps = {
  userId: string;
  place: Place;
  pictures: readonly JournalPicture[];
};

const KINDS = ['image/png', 'image/jpeg', 'image/webp'];

/** A file on its way; its id stays, so that trying again makes no second picture. */
type Upload = Readonly<{ id: string; file: File; fault: string | null }>;

/** Pictures of a trade or day: chosen, dropped or pasted, seen small and large, deleted. */
export function Pictures({ userId, place, pictures }: PicturesProps) {
  const [shown, setShown] = useState<number | null>(null);
  const [isOver, setIsOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { uploads, refused, add, ...uploading } = useUploads(userId, place, pictures.length);
  const isFull = pictures.length + uploads.length >= JOURNAL_PICTURES_MAX;
  const open = shown === null ? undefined : pictures[shown];

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      // Of several entries on a page the one that is written in takes what is pasted.
      const own = box.current?.parentElement;
      if (own && event.target instanceof Node && own.contains(event.target)) onPaste(event);
    };
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(event.type !== 'dragleave');
  };

  return (
    <fieldset
      ref={box}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        add([...event.dataTransfer.files]);
      }}
      className={classNames(
        'space-y-3 rounded-control border border-dashed p-3',
        isOver ? 'border-brand bg-brand/7' : 'border-line',
      )}
    >
      <legend className="sr-only">{t`Pictures`}</legend>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <li key={picture.picture_id}>
              <Thumb
                userId={userId}
                picture={picture}
                label={t`Open picture ${index + 1} of ${pictures.length}`}
                onOpen={() => setShown(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {uploads.length > 0 && (
        <ul className="space-y-2">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => uploading.retry(upload.id)}
              onDrop={() => uploading.drop(upload.id)}
            />
          ))}
        </ul>
      )}
      {refused && (
        <p role="alert" className="flex gap-1.5 text-tiny text-loss">
          <Icon name="error" className="mt-0.5 size-3.5 shrink-0" />
          {refused}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="secondary"
          size="small"
          className="max-sm:min-h-11"
          disabled={isFull}
          onClick={() => picker.current?.click()}
        >{t`Add pictures`}</Button>
        <input
          ref={picker}
          type="file"
          accept={KINDS.join(',')}
          multiple
          hidden
          aria-label={t`Pictures to add`}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <p className="text-tiny text-muted">
          {isFull
            ? t`${JOURNAL_PICTURES_MAX} pictures are the most. Delete one to add another.`
            : t`Or drop or paste them here. PNG, JPEG or WebP, up to 8 MB; only you see them.`}
        </p>
      </div>
      {open && shown !== null && (
        <PictureDialog
          userId={userId}
          place={place}
          picture={open}
          position={shown + 1}
          total={pictures.length}
          onStep={(step) => setShown((shown + step + pictures.length) % pictures.length)}
          onClose={() => setShown(null)}
        />
      )}
    </fieldset>
  );
}

/** Files are sent one after another. */
function useUploads(userId: string, place: Place, there: number) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef(false);
  const tell = useTellPictures(userId, place);
  const next = uploads.find(({ fault }) => fault === null);

  const send = useEffectEvent(async ({ id, file }: Upload) => {
    sending.current = true;
    try {
      await sendPicture(place, id, file);
      await tell();
      setUploads((all) => all.filter((each) => each.id !== id));
    } catch (error) {
      const fault = errorText(error, t`It was not taken.`, t`The service could not be reached.`);
      setUploads((all) => all.map((each) => (each.id === id ? { ...each, fault } : each)));
    } finally {
      sending.current = false;
    }
  });
  useEffect(() => {
    if (next && !sending.current) void send(next);
  }, [next]);

  return {
    uploads,
    refused,
    add: (files: readonly File[]) => {
      const room = JOURNAL_PICTURES_MAX - there - uploads.length;
      const good = files.filter(
        ({ type, size }) => KINDS.includes(type) && size <= JOURNAL_PICTURE_BYTES_MAX,
      );
      const bad = files.find((file) => !good.includes(file));
      setRefused(
        bad
          ? refusalOf(bad)
          : good.length > room
            ? t`Only ${plural(Math.max(0, room), { one: '# more picture', other: '# more pictures' })} fits here; ${JOURNAL_PICTURES_MAX} are the most.`
            : null,
      );
      const taken = good.slice(0, Math.max(0, room));
      setUploads((all) => [
        ...all,
        ...taken.map((file) => ({ id: crypto.randomUUID(), file, fault: null })),
      ]);
    },
    retry: (id: string) =>
      setUploads((all) => all.map((each) => (each.id === id ? { ...each, fault: null } : each))),
    drop: (id: string) => setUploads((all) => all.filter((each) => each.id !== id)),
  };
}

function refusalOf({ name, size }: File): string {
  return size > JOURNAL_PICTURE_BYTES_MAX
    ? t`${name} is larger than 8 MB. Make it smaller, then add it again.`
    : t`${name} is no picture that we take. Add a PNG, JPEG or WebP file.`;
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onDrop: () => void };

function UploadRow({ upload, onRetry, onDrop }: UploadRowProps) {
  const { file, fault } = upload;
  if (fault === null)
    return (
      <li className="text-small">
        <p role="status" className="wrap-anywhere">{t`Adding ${file.name} …`}</p>
        <ProgressBar
          label={t`Adding ${file.name}`}
          percent={null}
          className="mt-1 h-1.5"
          fill="bg-brand animate-pulse"
        />
      </li>
    );
  return (
    <li className="flex flex-wrap items-center gap-2 text-small">
      <p role="alert" className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <span className="font-medium">{t`${file.name} was not added.`}</span>{' '}
        <span className="text-muted">{fault}</span>
      </p>
      <Button variant="secondary" size="small" onClick={onRetry}>{t`Try again`}</Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={t`Dismiss ${file.name}`}
        onClick={onDrop}
      >{t`Dismiss`}</Button>
    </li>
  );
}

type ThumbProps = {
  userId: string;
  picture: JournalPicture;
  label: string;
  onOpen: () => void;
};

export function Thumb({ userId, picture, label, onOpen }: ThumbProps) {
  const { data, isError } = usePicture(userId, picture.picture_id, 'thumb');
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onOpen}
      className="block size-20 overflow-hidden rounded-control border border-line bg-sunk hover:border-brand"
    >
      {data && <img src={data} alt="" className="size-full object-cover" />}
      {isError && <span className="text-tiny text-muted">{t`Not loaded`}</span>}
    </button>
  );
}

type PictureDialogProps = {
  userId: string;
  /** null: only to be looked at. */
  place: Place | null;
  picture: JournalPicture;
  position: number;
  total: number;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
};

/** A picture in its full size, with those beside it. */
export function PictureDialog(props: PictureDialogProps) {
  const { userId, place, picture, position, total, onStep, onClose } = props;
  const full = usePicture(userId, picture.picture_id, 'full');
  return (
    <Dialog title={t`Picture ${position} of ${total}`} wide onClose={onClose}>
      <div className="grid min-h-40 place-items-center bg-sunk">
        {full.data ? (
          <img
            src={full.data}
            width={picture.width}
            height={picture.height}
            alt={t`As you added it, ${position} of ${total}`}
            className="h-auto max-h-[70dvh] w-auto max-w-full"
          />
        ) : full.isError ? (
          <FailureNotice title={t`Failed to load the picture`} error={full.error} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        {total > 1 ? (
          <div className="flex gap-2">
            <Button variant="secondary" onClick={() => onStep(-1)}>
              <Trans>
                <Icon name="left" className="size-4" />
                Previous
              </Trans>
            </Button>
            <Button variant="secondary" onClick={() => onStep(1)}>
              <Trans>
                Next
                <Icon name="right" className="size-4" />
              </Trans>
            </Button>
          </div>
        ) : (
          <span />
        )}
        {place && (
          <DeletePicture
            key={picture.picture_id}
            userId={userId}
            place={place}
            id={picture.picture_id}
            onDeleted={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

type DeletePictureProps = { userId: string; place: Place; id: string; onDeleted: () => void };

function DeletePicture({ userId, place, id, onDeleted }: DeletePictureProps) {
  const [asks, setAsks] = useState(false);
  const tell = useTellPictures(userId, place);
  const { busy, error, submit } = useSubmission(async () => {
    await deletePicture(id);
    onDeleted();
    await tell();
  });
  if (!asks)
    return (
      <Button variant="secondary" onClick={() => setAsks(true)}>
        <Trans>
          <Icon name="trash" className="size-4" />
          Delete picture
        </Trans>
      </Button>
    );
  return (
    <div className="space-y-2">
      <FailureNotice title={t`The picture could not be deleted`} error={error} />
      <p className="text-small">{t`Delete this picture for good?`}</p>
      <div className="flex gap-2">
        <Button
          variant="danger"
          busy={busy}
          onClick={() => submit(undefined)}
        >{t`Delete it`}</Button>
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => setAsks(false)}
        >{t`Keep it`}</Button>
      </div>
    </div>
  );
}

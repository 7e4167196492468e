import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { Spinner } from '@quorate/ui/spinner';
import { type ReactNode, useState } from 'react';
import { listFolder } from '../../contract/terminals.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useLocal } from '../lib/use-local.ts';

type FolderDialogProps = {
  /** Where it opens; null for the drives. */
  begin: string | null;
  onPick: (path: string) => void;
  onClose: () => void;
};

/** Walks through the folders of this computer to a MetaTrader 5. */
export function FolderDialog({ begin, onPick, onClose }: FolderDialogProps) {
  const [path, setPath] = useState(begin);
  const folder = useLocal(listFolder, path === null ? {} : { query: { path } });
  const { data } = folder;
  const here = data?.path ?? null;
  return (
    <Dialog title="Where is MetaTrader 5?" onClose={onClose} wide>
      <p className="figures min-h-6 text-tiny text-muted [overflow-wrap:anywhere]" role="status">
        {here ?? (data ? 'Drives and usual places' : (path ?? ''))}
      </p>
      <FailureNotice
        title="This folder cannot be shown"
        error={folder.error}
        busy={folder.isFetching}
        onRetry={() => void folder.refetch()}
      />
      {folder.isError && path !== null && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setPath(null)}>
          Go to the drives
        </Button>
      )}
      <div className="mt-2 h-[19rem] overflow-y-auto rounded-control border border-line">
        {data === undefined ? (
          <div className="grid h-full place-items-center">
            {folder.isPending && <Spinner label="Looking" />}
          </div>
        ) : (
          <ul aria-label="Folders">
            {here !== null && (
              <li className="border-b border-line">
                <FolderButton onClick={() => setPath(data.parent)}>↑ One up</FolderButton>
              </li>
            )}
            {data.folders.map((one) => (
              <li key={one.path} className="border-b border-line last:border-b-0">
                <FolderButton onClick={() => setPath(one.path)}>
                  <span className="min-w-0 flex-1 truncate">{one.name}</span>
                  {one.is_terminal && <Badge tone="brand">MetaTrader 5</Badge>}
                </FolderButton>
              </li>
            ))}
            {data.folders.length === 0 && (
              <li className="px-3 py-2 text-small text-muted">No folders in here.</li>
            )}
            {data.truncated && (
              <li className="px-3 py-2 text-tiny text-muted">
                There are more folders than fit here: type the path into the field instead.
              </li>
            )}
          </ul>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="min-w-0 flex-1 basis-full text-tiny text-muted sm:basis-0">
          {here !== null &&
            (data?.is_terminal ? 'MetaTrader 5 is here.' : 'No MetaTrader 5 is here.')}
        </p>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={here === null || data?.is_terminal !== true}
          onClick={() => here !== null && onPick(here)}
        >
          Use this folder
        </Button>
      </div>
    </Dialog>
  );
}

type FolderButtonProps = { onClick: () => void; children: ReactNode };

function FolderButton({ onClick, children }: FolderButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-10 w-full items-center gap-3 px-3 text-left text-small hover:bg-sunk focus-visible:-outline-offset-2"
    >
      {children}
    </button>
  );
}

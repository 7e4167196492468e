import type { DesktopRelease } from '@quorate/contract/downloads';
import { CopyButton } from '@quorate/ui/copy-button';
import { formatDay } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { megabytes } from './download-words.ts';

type ReleaseFactsProps = { release: DesktopRelease; timeZone: string };

/** What one may want to know of a program before running it. */
export function ReleaseFacts({ release, timeZone }: ReleaseFactsProps) {
  return (
    <dl className="text-small">
      <Fact name="Version">
        <span className="figures text-[0.875rem]">{release.version}</span>
        <span className="text-muted">, {formatDay(release.published_at, timeZone)}</span>
      </Fact>
      <Fact name="Size">
        <span className="figures text-[0.875rem]">{megabytes(release.size)}</span>
      </Fact>
      <Fact name="Needs">Windows 10 or 11 (64-bit), 4 GB of memory (8 GB recommended)</Fact>
      <Fact name="SHA-256">
        <code className="figures block text-tiny break-all">{release.sha256}</code>
        <span className="mt-1.5 block">
          <CopyButton label="Copy SHA-256" text={release.sha256} />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_1fr] gap-x-3 border-b border-line py-2 first:pt-0">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

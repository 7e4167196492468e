import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { CopyButton } from '@quorate/ui/copy-button';
import { EmptyState } from '@quorate/ui/empty-state';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { useLayoutEffect, useRef, useState } from 'react';
import { LOG_SOURCES, readLog } from '../../contract/journal.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useLocal } from '../lib/local-client.ts';

const REFRESH_MS = 2_000;
const FEW_LINES = 200;
const MOST_LINES = 1_000;

/** The logs of the bot, its terminal and the expert in it. */
export function LogsTab({ name }: { name: string }) {
  const [source, setSource] = useState<LogSource>('bot');
  return (
    <section aria-label={t`Logs`}>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{t`Log of`}</legend>
        {LOG_SOURCES.map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === source ? 'primary' : 'secondary'}
            aria-pressed={one === source}
            onClick={() => setSource(one)}
          >
            {LOG_WORDS[one].name}
          </Button>
        ))}
      </fieldset>
      <OneLog key={source} name={name} source={source} />
    </section>
  );
}

function OneLog({ name, source }: { name: string; source: LogSource }) {
  const [count, setCount] = useState(FEW_LINES);
  const [follow, setFollow] = useState(true);
  const [wrap, setWrap] = useState(true);
  const log = useLocal(
    readLog,
    { params: { name, source }, query: { lines: count } },
    { refreshMs: REFRESH_MS },
  );
  const words = LOG_WORDS[source];
  const { file, lines } = log.data ?? { file: null, lines: [] };
  return (
    <>
      {log.isError && (
        <div className="mb-4">
          <FailureNotice
            title={t`The log could not be read`}
            error={log.error}
            onRetry={() => void log.refetch()}
            busy={log.isFetching}
          />
        </div>
      )}
      {log.isPending && <RowsSkeleton loading={t`Reading the log`} />}
      {log.data && file === null && <EmptyState title={t`No log yet`}>{words.from}</EmptyState>}
      {file !== null && (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            <Checkbox
              label={t`Follow the end`}
              checked={follow}
              onChange={(event) => setFollow(event.target.checked)}
            />
            <Checkbox
              label={t`Wrap long lines`}
              checked={wrap}
              onChange={(event) => setWrap(event.target.checked)}
            />
            <CopyButton label={t`Copy`} text={lines.join('\n')} />
            {count === FEW_LINES && lines.length >= FEW_LINES && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setCount(MOST_LINES)}
              >{t`Show ${MOST_LINES} lines`}</Button>
            )}
          </div>
          <LogView
            label={words.label}
            lines={lines}
            readAt={log.dataUpdatedAt}
            wrap={wrap}
            follow={follow}
            onFollow={setFollow}
          />
          <p className="mt-2 text-tiny text-muted">
            <Trans>
              The last {lines.length} lines of <span className="wrap-anywhere">{file}</span>
            </Trans>
          </p>
        </>
      )}
    </>
  );
}

type LogSource = (typeof LOG_SOURCES)[number];

/** Each log by its name, and where it would come from while there is none. */
const LOG_WORDS: Readonly<Record<LogSource, { name: string; label: string; from: string }>> = {
  bot: {
    name: t`Bot`,
    label: t`Log of the bot`,
    from: t`It appears after the first start of the bot.`,
  },
  terminal: {
    name: t`Terminal`,
    label: t`Log of the terminal`,
    from: t`The journal of MetaTrader 5. It appears once the terminal was found and started.`,
  },
  expert: {
    name: t`Expert`,
    label: t`Log of the expert`,
    from: t`The Experts log of MetaTrader 5. It appears once the expert was put on a chart.`,
  },
};

/** How far from the end somebody may be and still be taken to follow it. */
const NEAR_END_PX = 24;

type LogViewProps = {
  label: string;
  lines: readonly string[];
  /** When it was read last: faces that arrive late move the end without a new line. */
  readAt: number;
  wrap: boolean;
  follow: boolean;
  /** Told when the reader scrolls away from the end, and back to it. */
  onFollow: (follow: boolean) => void;
};

/** The end of a log, oldest line first. */
function LogView({ label, lines, readAt, wrap, follow, onFollow }: LogViewProps) {
  const box = useRef<HTMLPreElement>(null);
  const lastTop = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading may move the end
  useLayoutEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, readAt, wrap]);
  return (
    <pre
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={label}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        const atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
        // A text that grew, as when its face arrives, is nobody's wish to leave the end.
        const wentUp = scrollTop < lastTop.current;
        lastTop.current = scrollTop;
        if (atEnd !== follow && (atEnd || wentUp)) onFollow(atEnd);
      }}
      className={`figures h-[min(32rem,60dvh)] overflow-auto overscroll-contain rounded-card border border-line bg-sunk p-4 text-tiny leading-[1.55] ${wrap ? 'wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}`}
    >
      {lines.join('\n')}
    </pre>
  );
}

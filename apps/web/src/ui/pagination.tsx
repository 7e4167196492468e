import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Pagination as Page } from '@quorate/contract/reply';
import { Button } from '@quorate/ui/button';
import { formatCount } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';

type PaginationProps = { page: Page; noun: string; onPage: (page: number) => void };

/** Where one is in a paged list, and the way to its other pages. */
export function Pagination({ page, noun, onPage }: PaginationProps) {
  const { page: current, per_page, total, total_pages: last } = page;
  const from = total === 0 ? 0 : (current - 1) * per_page + 1;
  const to = Math.min(current * per_page, total);
  return (
    <nav
      aria-label={t`Pages`}
      className="flex flex-wrap items-center justify-between gap-3 text-small"
    >
      <p className="text-muted" aria-live="polite">
        <Trans>
          <span className="figures text-small">
            {formatCount(from)}–{formatCount(to)}
          </span>{' '}
          of <span className="figures text-small">{formatCount(total)}</span> {noun}
        </Trans>
      </p>
      {last > 1 && (
        <div className="flex items-center gap-2">
          <Button
            variant="secondary"
            size="small"
            disabled={current <= 1}
            onClick={() => onPage(current - 1)}
          >
            <Trans>
              <Icon name="left" className="size-4" />
              Previous
            </Trans>
          </Button>
          <span className="px-1 text-muted">{t`Page ${formatCount(current)} of ${formatCount(last)}`}</span>
          <Button
            variant="secondary"
            size="small"
            disabled={current >= last}
            onClick={() => onPage(current + 1)}
          >
            <Trans>
              Next
              <Icon name="right" className="size-4" />
            </Trans>
          </Button>
        </div>
      )}
    </nav>
  );
}

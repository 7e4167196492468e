import { t } from '@lingui/core/macro';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { EmptyState } from '@quorate/ui/empty-state';
import { Fragment, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { useConfiguration } from '../lib/contexts.tsx';
import { TextLink } from '../lib/links.tsx';

type ScreenHeadProps = {
  title: ReactNode;
  /** Beside the title: badges. */
  aside?: ReactNode;
  /** Where one came from. */
  back?: { to: string; label: string };
  /** At the right: what can be done here. */
  action?: ReactNode;
  /** Whether a figure leads the screen: its heading is then smaller. */
  hasFigure?: boolean;
  children?: ReactNode;
};

/** The heading of a screen, its first fact, and what can be done. */
export function ScreenHead(props: ScreenHeadProps) {
  const { title, aside, back, action, hasFigure = false, children } = props;
  return (
    <div className="mb-5">
      {back && (
        <Link
          to={back.to}
          className="mb-1 inline-flex min-h-8 items-center text-tiny text-muted hover:text-ink"
        >
          ← {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-[44rem] space-y-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1
              className={classNames(
                'min-w-0 font-serif font-medium wrap-anywhere',
                hasFigure ? 'text-heading' : 'text-title',
              )}
            >
              {title}
            </h1>
            {aside}
          </div>
          {children && <div className="text-small text-muted">{children}</div>}
        </div>
        {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </div>
    </div>
  );
}

/** Demo or Real, in the word and in the colour. */
export function AccountTypeBadge({ type }: { type: 'demo' | 'real' }) {
  return type === 'real' ? <Badge tone="warn">{t`Real`}</Badge> : <Badge>{t`Demo`}</Badge>;
}

type NamedConfigurationProps = { children: (configuration: ConfigurationSummary) => ReactNode };

/** The configuration that the address names; another one begins again. */
export function NamedConfiguration({ children }: NamedConfigurationProps) {
  const { name = '' } = useParams();
  const configuration = useConfiguration(name);
  return configuration === undefined ? (
    <NoSuchConfiguration name={name} />
  ) : (
    <Fragment key={name}>{children(configuration)}</Fragment>
  );
}

export function NoSuchConfiguration({ name }: { name: string }) {
  return (
    <EmptyState isScreen title={t`There is no such configuration`}>
      <p>{t`${name} was renamed or removed.`}</p>
      <TextLink to="/">{t`Go to your configurations`}</TextLink>
    </EmptyState>
  );
}

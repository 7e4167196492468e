import {
  BestPractices,
  DashboardFeatures,
  FirstSession,
  Troubleshooting,
} from '../../features/site/guide-running.tsx';
import {
  AccountSetup,
  BotConfiguration,
  Requirements,
  TerminalSetup,
} from '../../features/site/guide-setup.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function meta() {
  return pageMeta(
    'Setup Guide',
    'From an empty computer to the first session: requirements, MetaTrader 5, your account, the bot and its risk settings.',
  );
}

const SECTIONS = [
  { id: 'requirements', title: 'Requirements', Content: Requirements },
  { id: 'terminal', title: 'Terminal setup', Content: TerminalSetup },
  { id: 'account', title: 'Account setup', Content: AccountSetup },
  { id: 'bot', title: 'Bot configuration', Content: BotConfiguration },
  { id: 'first-session', title: 'First session', Content: FirstSession },
  { id: 'dashboard', title: 'Dashboard features', Content: DashboardFeatures },
  { id: 'troubleshooting', title: 'Troubleshooting', Content: Troubleshooting },
  { id: 'best-practices', title: 'Best practices', Content: BestPractices },
] as const;

export default function GuidePage() {
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 md:pt-14">
      <PageHead title="Setup Guide">
        From an empty computer to the first session, in eight short sections.
      </PageHead>
      {SECTIONS.map(({ id, title, Content }, index) => (
        <Disclosure
          key={id}
          id={id}
          title={
            <h2 className="flex items-baseline gap-4 font-serif text-heading font-medium">
              <span aria-hidden="true" className="figures text-tiny text-muted">
                {index + 1}
              </span>
              {title}
            </h2>
          }
        >
          <Content />
        </Disclosure>
      ))}
    </div>
  );
}

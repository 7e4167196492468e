import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { StoryRef } from '@quorate/contract/decision-outcomes';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { TONE_TEXT } from '@quorate/ui/stat';
import { formatTime } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useDeskPath } from '../../lib/desk-path.ts';
import { decisionPath, storyPath } from '../../lib/story-path.ts';
import type { StoryResult } from './story-words.ts';

type StoryFrameProps = {
  /** @example 'EURUSD, bought 0.31 lots' */
  title: ReactNode;
  /** Where and when, below the title. */
  about: ReactNode;
  result: StoryResult;
  /** One sentence. */
  reason: string;
  picture: ReactNode;
  /** Beside the picture where there is room. */
  facts: ReactNode;
  previous: StoryRef | null;
  next: StoryRef | null;
  timeZone: string;
  tools?: ReactNode;
  children: ReactNode;
};

/** A story as a page: what it came to, its picture and its reason before anything else. */
export function StoryFrame(props: StoryFrameProps) {
  const { title, about, result, reason, picture, facts, children } = props;
  return (
    <article className="wrap-desk min-h-dvh pb-12">
      <StoryBar {...props} />
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-12">
        <section aria-label={t`Result`} className="min-w-0 lg:col-span-8" data-story="top">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h1 className="font-serif text-heading font-medium">{title}</h1>
            <p className="text-tiny text-muted">{about}</p>
          </div>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <span
              className={classNames(
                'font-serif text-title leading-tight tabular-nums lining-nums',
                TONE_TEXT[result.tone],
              )}
            >
              {result.lead}
            </span>
            {result.r !== null && (
              <span className="figures text-small font-medium">
                {result.isHypothetical ? t`would be ${result.r}` : result.r}
              </span>
            )}
            {result.isHypothetical && <Badge>{t`Hypothetical`}</Badge>}
          </p>
          <p className="mt-1 max-w-prose text-small">{reason}</p>
          <div className="mt-3">{picture}</div>
        </section>
        <aside
          aria-label={t`Facts`}
          className="min-w-0 self-start rounded-card border border-line bg-surface px-4 py-2 lg:col-span-4"
        >
          {facts}
        </aside>
      </div>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-6 gap-y-6 lg:grid-cols-12">
        {children}
      </div>
    </article>
  );
}

/** Back to the list as it was, and the stories beside this one. */
function StoryBar({ previous, next, timeZone, tools }: StoryFrameProps) {
  const path = useDeskPath();
  const { search } = useLocation();
  const list = new URLSearchParams(search);
  list.set('tab', 'history');
  return (
    <nav aria-label={t`Stories`} className="flex min-h-11 flex-wrap items-center gap-x-1 py-1">
      <Link
        to={`${path}?${list}`}
        className="me-auto -ms-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-small font-medium hover:bg-sunk"
      >
        <Trans>
          <Icon name="left" className="size-4" />
          Trade History
        </Trans>
      </Link>
      {tools}
      <Beside story={previous} timeZone={timeZone} icon="left" word={t`Previous`} rel="prev" />
      <Beside story={next} timeZone={timeZone} icon="right" word={t`Next`} rel="next" />
    </nav>
  );
}

type BesideProps = {
  story: StoryRef | null;
  timeZone: string;
  icon: 'left' | 'right';
  word: string;
  rel: 'prev' | 'next';
};

const BESIDE =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 text-small';

function Beside({ story, timeZone, icon, word, rel }: BesideProps) {
  const path = useDeskPath();
  const { search } = useLocation();
  const body = (
    <>
      {icon === 'left' && <Icon name={icon} className="size-4" />}
      <span className="max-sm:sr-only">{word}</span>
      {icon === 'right' && <Icon name={icon} className="size-4" />}
    </>
  );
  if (!story)
    return (
      <span
        aria-disabled="true"
        title={rel === 'prev' ? t`No previous story` : t`No next story`}
        className={`${BESIDE} text-muted opacity-50`}
      >
        {body}
      </span>
    );
  const { position_ticket: ticket, decision_id: decision } = story;
  const to =
    ticket === null
      ? decisionPath(path, decision ?? '')
      : storyPath(path, { ...story, position_ticket: ticket });
  return (
    <Link
      to={`${to}${search}`}
      rel={rel}
      title={`${word}: ${story.symbol}, ${formatTime(story.at, timeZone)}`}
      className={`${BESIDE} font-medium hover:bg-sunk`}
    >
      {body}
    </Link>
  );
}

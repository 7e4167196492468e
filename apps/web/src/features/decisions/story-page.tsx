import { select, t } from '@lingui/core/macro';
import type { DecidedTrade, Explanation, TradeStory } from '@quorate/contract/decision-outcomes';
import { symbolText } from '@quorate/contract/hosted-terms';
import { tradeExcursions } from '@quorate/trading/statistics/trade-excursions';
import { leanWords } from '@quorate/ui/decision-words';
import { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';
import { type Fact, FactList } from '@quorate/ui/fact-list';
import { formatMoney, formatPrice, formatVolume } from '@quorate/ui/format';
import { SOURCE_WORDS } from '@quorate/ui/hosted-words';
import { Spinner } from '@quorate/ui/spinner';
import { formatTime } from '@quorate/ui/time-format';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useIsDemo } from '../../lib/demo.ts';
import { useDeskPath } from '../../lib/desk-path.ts';
import { formatR } from '../../lib/format-r.ts';
import { SITE } from '../../lib/site.ts';
import { decisionPath } from '../../lib/story-path.ts';
import { ACCOUNT_WORDS } from '../../ui/account-words.ts';
import { durationText } from '../../ui/bot-words.ts';
import { Explained } from '../../ui/explained.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PROVENANCE_WORDS } from '../../ui/provenance-words.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TradeCorrections } from '../../ui/trade-corrections.tsx';
import { Candles } from './candles.tsx';
import { DecisionDetail, DecisionInputs } from './decision-detail.tsx';
import { useExplanation, useTradeStory } from './decisions.api.ts';
import { drawnTrade } from './drawn-trade.ts';
import { ExitTrialForm } from './exit-trial/exit-trial.tsx';
import { ShareStory } from './share-story.tsx';
import { StoryCandles } from './story-candles.tsx';
import { StoryFrame } from './story-frame.tsx';
import { StorySection } from './story-section.tsx';
import { reasonOf, resultOf, tradeReason, tradeResult } from './story-words.ts';
import { agreementWords } from './verdict-words.ts';
import { WhatIf } from './what-if/what-if.tsx';

type Viewer = Readonly<{
  userId: string;
  /** Viewer's IANA zone. */
  timeZone: string;
  /** What its owner writes about a trade. */
  journal?: ((trade: DecidedTrade) => ReactNode) | undefined;
}>;

/** Why a trade was made, refused or left, from what it came to down to each check. */
export function DecisionStory({ decisionId, ...viewer }: Viewer & { decisionId: string }) {
  const found = useExplanation(viewer.userId, decisionId);
  if (!found.data) return <StoryPlace found={found} what="decision" />;
  return <Decided key={decisionId} {...viewer} explanation={found.data} />;
}

function Decided({ explanation, ...viewer }: Viewer & { explanation: Explanation }) {
  const { userId, timeZone, journal } = viewer;
  const { decision, trade, outcome } = explanation;
  const isDemo = useIsDemo();
  const drawn = drawnTrade(explanation);
  const digits = trade?.digits ?? explanation.digits;
  const result = resultOf(explanation);
  const reason = reasonOf(explanation, timeZone);
  return (
    <StoryFrame
      {...explanation}
      timeZone={timeZone}
      title={titleOf(explanation)}
      about={t`${decision.timeframe} · bar closed ${formatTime(decision.as_of, timeZone)}`}
      result={result}
      reason={reason}
      tools={
        <ShareStory
          story={{
            symbol: symbolText(decision.symbol),
            side: trade?.trade_type ?? decision.action,
            when: `${decision.timeframe} · ${formatTime(decision.as_of, timeZone)}`,
            result,
            reason,
            drawn,
            brand: SITE.name,
            account: accountText(explanation.account_type),
          }}
        />
      }
      picture={
        drawn ? (
          <StoryCandles {...drawn} symbol={decision.symbol} digits={digits} timeZone={timeZone} />
        ) : (
          <Candles
            bars={explanation.snapshot.bars}
            label={t`The ${explanation.snapshot.bars.length} closed bars before the decision`}
          />
        )
      }
      facts={
        <FactList
          facts={
            trade
              ? tradeFacts(trade, timeZone)
              : [
                  { label: t`Analysts`, value: agreementWords(decision, decision.verdict_figures) },
                  { label: t`Probability`, value: leanWords(decision.p_up) },
                  ...(outcome?.order ? orderFacts(outcome.order, digits) : []),
                  { label: t`Account`, value: accountText(explanation.account_type) },
                ]
          }
        />
      }
    >
      <div className="min-w-0 space-y-6 lg:col-span-8">
        <DecisionDetail explanation={explanation} timeZone={timeZone} />
        <WhatIf userId={userId} decision={decision} />
        {trade?.status === 'CLOSED' && !isDemo && (
          <StorySection title={t`Other exits`}>
            <ExitTrialForm decisionId={decision.decision_id} />
          </StorySection>
        )}
      </div>
      <div className="min-w-0 space-y-6 lg:col-span-4">
        {trade && (
          <>
            {journal?.(trade)}
            <TradeCorrections trade={trade} timeZone={timeZone} />
          </>
        )}
        <DecisionInputs
          explanation={explanation}
          timeZone={timeZone}
          // Once a page.
          withPicture={drawn !== null}
        />
      </div>
    </StoryFrame>
  );
}

type TradeOf = Readonly<{ accountId: string; ticket: string }>;

/** A trade that was not decided here: its result, its figures and what its owner writes about it. */
export function UndecidedTradeStory({ accountId, ticket, ...viewer }: Viewer & TradeOf) {
  const path = useDeskPath();
  const { search } = useLocation();
  const found = useTradeStory(viewer.userId, { accountId, ticket });
  if (!found.data) return <StoryPlace found={found} what="trade" />;
  const { decision_id: decision } = found.data.trade;
  // One story has one address.
  if (decision !== null)
    return <Navigate to={`${decisionPath(path, decision)}${search}`} replace />;
  return <Told key={`${accountId} ${ticket}`} {...viewer} story={found.data} />;
}

function Told({ story, timeZone, journal }: Viewer & { story: TradeStory }) {
  const { trade } = story;
  return (
    <StoryFrame
      {...story}
      timeZone={timeZone}
      title={`${symbolText(trade.symbol)} ${trade.trade_type} ${formatVolume(trade.volume)}`}
      about={formatTime(trade.trade_time, timeZone)}
      result={tradeResult(trade)}
      reason={tradeReason(trade)}
      picture={
        <p className="rounded-card border border-dashed border-line px-4 py-8 text-center text-small text-muted">{t`There is no decision behind this trade, so no candles and no votes are stored with it.`}</p>
      }
      facts={<FactList facts={tradeFacts(trade, timeZone)} />}
    >
      <div className="min-w-0 space-y-6 lg:col-span-8">
        {journal?.(trade)}
        <TradeCorrections trade={trade} timeZone={timeZone} />
      </div>
    </StoryFrame>
  );
}

/** While it loads, and where it cannot be had. */
function StoryPlace({ found, what }: { found: UseQueryResult; what: 'decision' | 'trade' }) {
  const path = useDeskPath();
  return (
    <div className="wrap-desk min-h-dvh pt-6 pb-12">
      <h1 className="sr-only">{t`Story`}</h1>
      {found.isError ? (
        <div className="space-y-4">
          <RetryNotice
            title={t`Failed to load the ${select(what, { decision: 'decision', other: 'trade' })}`}
            error={found.error}
            onRetry={() => void found.refetch()}
            busy={found.isFetching}
          />
          <LinkButton
            to={`${path}?tab=history`}
            variant="secondary"
          >{t`Open Trade History`}</LinkButton>
        </div>
      ) : (
        <div className="grid min-h-[24rem] place-items-center">
          <Spinner
            label={t`Loading the ${select(what, { decision: 'decision', other: 'trade' })}`}
          />
        </div>
      )}
    </div>
  );
}

function titleOf({ decision, trade }: Explanation): ReactNode {
  if (trade) return `${symbolText(trade.symbol)} ${trade.trade_type} ${formatVolume(trade.volume)}`;
  return `${symbolText(decision.symbol)} ${decision.action}`;
}

function accountText(type: Explanation['account_type']): string {
  return type === 'practice' ? SOURCE_WORDS.practice.mark : ACCOUNT_WORDS[type];
}

function orderFacts(
  order: NonNullable<NonNullable<Explanation['outcome']>['order']>,
  digits: number,
): Fact[] {
  const price = (value: number | null) => (value === null ? '–' : formatPrice(value, digits));
  return [
    {
      label: t`Asked for`,
      value: order.lots === null ? order.side : t`${order.side} ${formatVolume(order.lots)} lots`,
    },
    { label: t`Stop loss`, value: price(order.stop_loss) },
    { label: t`Take profit`, value: price(order.take_profit) },
  ];
}

/** What is known of a trade; what is not is a dash. */
function tradeFacts(trade: DecidedTrade, timeZone: string): Fact[] {
  const { digits, currency, closed_at: closed, initial_risk: risk, exit_reason: reason } = trade;
  const price = (value: number | null) => (value === null ? '–' : formatPrice(value, digits));
  const money = (value: number | null) =>
    value === null ? '–' : formatMoney(value, currency, 'always');
  const far = (amount: number | null) => {
    if (amount === null) return '–';
    return risk !== null && risk > 0
      ? `${money(amount)} (${formatR(amount / risk)})`
      : money(amount);
  };
  const { efficiencyPercent: efficiency } = tradeExcursions({
    closed: trade.status === 'CLOSED',
    gross: trade.gross_profit,
    best: trade.best_excursion,
    worst: trade.worst_excursion,
    risk,
  });
  return [
    { label: t`Opened`, value: formatTime(trade.opened_at, timeZone) },
    { label: t`Closed`, value: closed === null ? '–' : formatTime(closed, timeZone) },
    {
      label: t`Held for`,
      value: closed === null ? '–' : durationText(Date.parse(closed) - Date.parse(trade.opened_at)),
    },
    { label: t`Exit reason`, value: reason === null ? '–' : EXIT_REASON_WORDS[reason] },
    { label: t`Entry`, value: price(trade.price) },
    { label: t`Exit`, value: price(trade.close_price) },
    { label: t`Stop loss`, value: price(trade.stop_loss) },
    { label: t`Take profit`, value: price(trade.take_profit) },
    { label: t`At risk`, value: risk === null ? '–' : formatMoney(risk, currency) },
    { label: t`Before costs`, value: money(trade.gross_profit) },
    { label: t`Costs and swap`, value: money(costsOf(trade)) },
    { label: t`Best while open`, value: far(trade.best_excursion) },
    { label: t`Worst while open`, value: far(trade.worst_excursion) },
    { label: t`Exit efficiency`, value: efficiency === null ? '–' : `${Math.round(efficiency)}%` },
    { label: t`Ticket`, value: trade.position_ticket },
    { label: t`Account`, value: accountText(trade.account_type) },
    { label: t`Source`, value: <SourceOf trade={trade} /> },
  ];
}

/** Where it comes from, and what that means. */
function SourceOf({ trade: { provenance } }: { trade: DecidedTrade }) {
  const { source, about } = PROVENANCE_WORDS[provenance];
  return (
    <Explained label={source} className="text-end">
      {about}
    </Explained>
  );
}

function costsOf({ commission, swap, fee }: DecidedTrade): number {
  return Math.round((commission + swap + fee) * 1_000) / 1_000;
}

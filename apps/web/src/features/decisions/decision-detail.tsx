import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DeskCheckReply, Explanation } from '@quorate/contract/decision-outcomes';
import type { DecisionReply, SnapshotDocument, VoteReply } from '@quorate/contract/decisions';
import { OFFLINE_DECISION_TOKENS } from '@quorate/contract/usage';
import { formatFigure, sentenceCase } from '@quorate/ui/decision-words';
import { type Fact, FactList } from '@quorate/ui/fact-list';
import { formatCount, formatPrice, formatShare, formatVolume } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { VoteRow } from '@quorate/ui/vote-row';
import { deskRuleName } from '../../ui/desk-rule-name.ts';
import { SESSION_NAMES } from '../../ui/session-names.ts';
import { Candles } from './candles.tsx';
import { checkLimit, checkValue, inZone } from './check-words.ts';
import { shadowSentence } from './explanation-words.ts';
import { StorySection } from './story-section.tsx';
import { VerdictSection } from './verdict-section.tsx';
import { pooledWords, roundWords, spentWords, turnedWords } from './vote-words.ts';
import { depthTitle, faultSentence, modelWords } from './voter-words.ts';

type DecisionDetailProps = { explanation: Explanation; timeZone: string };

/** How a decision came to be: who voted what, by which rules, what the risk desk checked, and what was seen. */
export function DecisionDetail({ explanation, timeZone }: DecisionDetailProps) {
  const { decision, weights, outcome, erased_at } = explanation;
  const shareOf = (name: string) => weights.find(({ analyst }) => analyst === name)?.weight ?? null;
  return (
    <>
      <StorySection title={t`Votes`}>
        <ul className="divide-y divide-line">
          {decision.votes.map((vote) => (
            <VoteStory
              key={vote.analyst}
              vote={vote}
              weight={vote.abstained ? null : (vote.share ?? shareOf(vote.analyst))}
            />
          ))}
        </ul>
        {erased_at !== null && (
          <p className="text-small text-muted">{erasedWords(decision.decided_at, erased_at)}</p>
        )}
        <p className="text-tiny text-muted">{t`Percentages: how likely an analyst holds a move of one ATR to its side of the bar, right for a rise and left for a fall, before one to the other. ${weightWords(decision)}`}</p>
      </StorySection>
      <StorySection title={t`Verdict`}>
        <VerdictSection decision={decision} />
      </StorySection>
      <StorySection title={t`Risk desk`}>
        <DeskSection explanation={explanation} timeZone={timeZone} />
      </StorySection>
      {outcome?.shadow && (
        <StorySection title={t`What the refused order would have done`}>
          <p className="text-small">{shadowSentence(outcome.shadow)}</p>
          <p className="text-tiny text-muted">{t`Hypothetical: what the same order would have done by the rules of the simulated broker, net of spread and commission, doubts counted against it. It was never made, and no statistic counts it.`}</p>
        </StorySection>
      )}
    </>
  );
}

function erasedWords(decidedAt: string, erasedAt: string): string {
  const days = Math.floor((Date.parse(erasedAt) - Date.parse(decidedAt)) / 86_400_000);
  const after = plural(days, { one: '# day', other: '# days' });
  return t`The analysts’ reasons were erased after ${after}. This decision opened no trade, and your plan keeps such reasons no longer. Votes, verdict and outcome stay, and your record keeps the hash of what stood there.`;
}

/** What a decision was made on, and what was asked of the broker. */
export function DecisionInputs(props: DecisionDetailProps & { withPicture: boolean }) {
  const { explanation, timeZone, withPicture } = props;
  const { decision, snapshot } = explanation;
  return (
    <>
      <StorySection title={t`Order and fill`}>
        <OrderSection explanation={explanation} timeZone={timeZone} />
      </StorySection>
      <StorySection title={t`What the analysts saw`}>
        <SeenSection snapshot={snapshot} withPicture={withPicture} />
        <p className="text-tiny text-muted">
          {depthTitle(decision.depth)}: {spentWords(decision)}.{' '}
          {decision.votes.some(({ provider }) => provider === 'offline') &&
            t`Offline analysts read no tokens: they are metered at a flat ${OFFLINE_DECISION_TOKENS} per decision.`}{' '}
          <Trans>
            Snapshot{' '}
            <span className="figures" title={decision.snapshot_hash}>
              {decision.snapshot_hash.slice(0, 12)}…
            </span>
          </Trans>
        </p>
      </StorySection>
    </>
  );
}

/** What weights follow: version 1 had no floor, and no record of the market. */
function weightWords({ verdict_figures: figures }: DecisionReply): string {
  return figures
    ? t`Weights follow what each has shown on known outcomes of this market; every voter keeps a least share.`
    : t`Weights follow what each has shown on known outcomes; those without a record count about the same.`;
}

/** What the risk desk checked, and why it refused where it did. */
function DeskSection({
  explanation: { decision, outcome, currency },
  timeZone,
}: {
  explanation: Explanation;
  timeZone: string;
}) {
  if (decision.action === 'HOLD')
    return (
      <p className="text-small text-muted">{t`The verdict asked for nothing to be checked.`}</p>
    );
  if (!outcome)
    return <p className="text-small text-muted">{t`The bot has not reported its checks.`}</p>;
  return (
    <>
      {outcome.refusal ? (
        <p className="text-small">
          <b className="font-semibold text-loss">{t`Vetoed.`}</b>{' '}
          {inZone(outcome.refusal.sentence, timeZone)}
        </p>
      ) : (
        <p className="text-small">
          <Trans>
            <b className="font-semibold text-gain">{t`Allowed.`}</b> {outcome.checks.length} checks
            passed.
          </Trans>
        </p>
      )}
      {outcome.checks.length > 0 && <CheckTable checks={outcome.checks} currency={currency} />}
      <p className="text-tiny text-muted">{t`Checked after the bar closed at ${formatTime(decision.as_of, timeZone)}; reported at ${formatTime(outcome.reported_at, timeZone)}.`}</p>
    </>
  );
}

/** The snapshot: shape without price levels, and the figures that votes rest on. */
function SeenSection({
  snapshot,
  withPicture,
}: {
  snapshot: SnapshotDocument;
  withPicture: boolean;
}) {
  const { bars, indicators, atr_points: atr, spread_points: spread, session } = snapshot;
  return (
    <>
      {withPicture && (
        <Candles bars={bars} label={t`The ${bars.length} closed bars before the decision`} />
      )}
      <FactList
        facts={[
          ...INDICATORS.map(({ name, label, unit }) => ({
            label,
            value: `${formatFigure(indicators[name])}${unit}`,
          })),
          { label: t`ATR 14`, value: t`${formatFigure(atr)} points` },
          { label: t`Spread`, value: t`${formatFigure(spread)} points` },
          { label: t`Session`, value: SESSION_NAMES[session] },
        ]}
      />
    </>
  );
}

type CheckTableProps = { checks: readonly DeskCheckReply[]; currency: string };

/** The risk desk's checks in the order in which they were done. */
function CheckTable({ checks, currency }: CheckTableProps) {
  return (
    <Table
      caption={t`Checks of the risk desk, ${checks.length} in order`}
      captionHidden
      head={
        <>
          <HeadCell className="ps-0">{t`Check`}</HeadCell>
          <HeadCell end>{t`Value`}</HeadCell>
          <HeadCell end className="pe-0">{t`Limit`}</HeadCell>
        </>
      }
    >
      {checks.map((check) => (
        <tr
          key={`${check.rule} ${check.pass}`}
          className={`h-9 border-b border-dashed border-line ${check.pass ? '' : 'bg-loss/8'}`}
        >
          <th scope="row" className="py-1.5 text-start text-small font-normal">
            <span className="flex items-center gap-2">
              <Icon
                name={check.pass ? 'check' : 'error'}
                label={check.pass ? t`passed` : t`refused`}
                className={`size-4 shrink-0 ${check.pass ? 'text-gain' : 'text-loss'}`}
              />
              <span>{deskRuleName(check.rule)}</span>
            </span>
          </th>
          <Cell end figures className="whitespace-nowrap">
            {checkValue(check, currency)}
          </Cell>
          <Cell end figures className="whitespace-nowrap pe-0">
            {checkLimit(check, currency)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

type VoteStoryProps = {
  vote: VoteReply;
  /** Share in the pool, 0 to 1; null where it had none. */
  weight: number | null;
};

/** A vote with all that is known of it: who was asked, what it rests on, what it weighed and what it cost. */
function VoteStory({ vote, weight }: VoteStoryProps) {
  const { fault, evidence, input_tokens: read, output_tokens: written } = vote;
  const facts = evidenceFacts(evidence);
  return (
    <VoteRow vote={vote} reason={storedSentence(vote.reason)}>
      <div className="mt-1 space-y-1.5 text-tiny text-muted">
        {[
          fault === null ? null : faultSentence(fault),
          roundWords(vote),
          turnedWords(vote),
          pooledWords(vote),
        ].map(
          (sentence) =>
            sentence !== null && (
              <p key={sentence} className="text-ink">
                {sentence}
              </p>
            ),
        )}
        {weight !== null && <Weight share={weight} />}
        {facts.length > 0 && <FactList facts={facts} />}
        <p>
          <span className="[overflow-wrap:anywhere]">{modelWords(vote)}</span>
          {': '}
          <span className="tabular-nums">
            {spentWords(vote)}
            {read + written > 0 &&
              ` (${t`${formatCount(read)} read, ${formatCount(written)} written`})`}
          </span>
        </p>
      </div>
    </VoteRow>
  );
}

/** Its share as a figure and as a part of the whole. */
function Weight({ share }: { share: number }) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <div className="flex items-center gap-3">
      <p className="shrink-0">
        <Trans>
          Weight in the verdict <span className="figures">{formatShare(share)}</span>
        </Trans>
      </p>
      <svg height="6" aria-hidden="true" className="w-full max-w-48 min-w-12">
        <rect width="100%" height="6" rx="3" className="fill-sunk" />
        <rect width={`${percent}%`} height="6" rx="3" className="fill-brand" />
      </svg>
    </div>
  );
}

const BAR = /^bars\.(\d+)\.([0-3])$/;
/** In the order of a bar's prices. */
const BAR_PRICES = [
  (bar: number) => t`Bar ${bar}, open`,
  (bar: number) => t`Bar ${bar}, high`,
  (bar: number) => t`Bar ${bar}, low`,
  (bar: number) => t`Bar ${bar}, close`,
] as const;

/**
 * What a vote rests on, as its reader knows it from the snapshot. A name that the snapshot does not have is
 * shown as it came.
 */
export function evidenceFacts(evidence: VoteReply['evidence']): Fact[] {
  const facts = evidence.map(({ field, value }): Fact => {
    const text = typeof value === 'number' ? formatFigure(value) : value;
    const indicator = INDICATORS.find(({ name }) => field === `indicators.${name}`);
    if (indicator) return { label: indicator.label, value: `${text}${indicator.unit}` };
    const bar = BAR.exec(field);
    if (bar)
      return {
        label: BAR_PRICES[Number(bar[2])]?.(Number(bar[1]) + 1) ?? field,
        value: t`${text} ATR`,
      };
    return { label: LABELS[field] ?? field, value: sessionName(text) ?? sentenceCase(text) };
  });
  // A model may name the same figure twice.
  return facts.filter(({ label }, at) => facts.findIndex((fact) => fact.label === label) === at);
}

function sessionName(text: string): string | undefined {
  return Object.entries(SESSION_NAMES).find(([session]) => session === text)?.[1];
}

const LABELS: Readonly<Record<string, string>> = {
  session: t`Session`,
  spread_points: t`Spread in points`,
  atr_points: t`ATR 14 in points`,
};

type Indicator = keyof SnapshotDocument['indicators'];

/** The indicators of a snapshot as people read them, in their order on screen. */
const INDICATORS: ReadonlyArray<{ name: Indicator; label: string; unit: string }> = [
  { name: 'close_less_ema20', label: t`Close less EMA 20`, unit: ' ATR' },
  { name: 'close_less_ema50', label: t`Close less EMA 50`, unit: ' ATR' },
  { name: 'ema20_less_ema50', label: t`EMA 20 less EMA 50`, unit: ' ATR' },
  { name: 'adx14', label: t`ADX 14`, unit: '' },
  { name: 'plus_di14', label: t`+DI 14`, unit: '' },
  { name: 'minus_di14', label: t`−DI 14`, unit: '' },
  { name: 'rsi14', label: t`RSI 14`, unit: '' },
  { name: 'zscore20', label: t`Deviations from mean of 20`, unit: '' },
  { name: 'above_high20', label: t`Above high of 20`, unit: ' ATR' },
  { name: 'below_low20', label: t`Below low of 20`, unit: ' ATR' },
  { name: 'atr_ratio50', label: t`ATR over its mean of 50`, unit: '' },
];

/** What was asked of the broker and what it gave. */
function OrderSection({ explanation, timeZone }: { explanation: Explanation; timeZone: string }) {
  const { outcome, trade, digits, decision } = explanation;
  const price = (value: number | null) => (value === null ? t`none` : formatPrice(value, digits));
  const facts: Fact[] = [];
  const { order, fill, refusal } = outcome ?? {};
  if (order) {
    facts.push(
      {
        label: refusal ? t`Asked for` : t`Order`,
        value: order.lots === null ? order.side : t`${order.side} ${formatVolume(order.lots)} lots`,
      },
      { label: t`Quote, bid / ask`, value: `${price(order.bid)} / ${price(order.ask)}` },
      { label: t`Stop loss`, value: price(order.stop_loss) },
      { label: t`Take profit`, value: price(order.take_profit) },
      { label: t`Asked`, value: formatTime(order.asked_at, timeZone) },
    );
  }
  if (fill) {
    facts.push(
      { label: t`Ticket`, value: fill.ticket },
      { label: t`Filled at`, value: price(fill.price) },
      { label: t`Filled`, value: formatTime(fill.at, timeZone) },
      { label: t`Slippage`, value: slippageWords(fill.slippage_points) },
    );
  } else if (trade) {
    facts.push(
      { label: t`Ticket`, value: trade.position_ticket },
      { label: t`Filled at`, value: formatPrice(trade.price, trade.digits) },
      { label: t`Filled`, value: formatTime(trade.opened_at, timeZone) },
    );
  }
  return (
    <>
      {refusal && <p className="text-small">{t`No order was filled: it was refused.`}</p>}
      {decision.action === 'HOLD' && (
        <p className="text-small text-muted">{t`No order was asked for.`}</p>
      )}
      {decision.action !== 'HOLD' && facts.length === 0 && (
        <p className="text-small text-muted">{t`The bot has not reported an order.`}</p>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
    </>
  );
}

/** Against the quote that the desk decided on. @example slippageWords(2) // '+2 points against you' */
function slippageWords(points: number): string {
  if (points === 0) return t`none`;
  const size = plural(Math.abs(points), { one: '# point', other: '# points' });
  return points > 0 ? t`+${size} against you` : t`-${size} in your favour`;
}

import { plural, t } from '@lingui/core/macro';
import type { BoardModel } from '@quorate/contract/models-board';
import { analystName } from '@quorate/ui/analyst-name';
import { Badge } from '@quorate/ui/badge';
import { formatCount, formatShare } from '@quorate/ui/format';
import { NOTHING_YET } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import type { ReactNode } from 'react';
import { Whisker } from '../../ui/whisker.tsx';
import {
  costWords,
  marketName,
  rowName,
  scoreWords,
  shareInterval,
  skillInterval,
  skillPercent,
  timeWords,
} from './board-words.ts';

type Rows = { models: readonly BoardModel[]; leastOutcomes: number };

/** The rows of the board: a table where it has room, a card for each elsewhere. */
export function BoardRows(props: Rows) {
  const wide = useMediaQuery('(min-width: 64rem)');
  return wide ? <BoardTable {...props} /> : <BoardCards {...props} />;
}

const keyOf = (model: BoardModel) =>
  [model.analyst, model.model, model.provider, model.symbol, model.timeframe].join(' ');

function BoardTable({ models, leastOutcomes }: Rows) {
  const span = spanOf(models);
  return (
    <Table
      caption={t`Models by the lower end of their skill`}
      captionHidden
      head={
        <>
          <HeadCell className="ps-0">{t`Rank`}</HeadCell>
          <HeadCell className="w-48">{t`Model`}</HeadCell>
          <HeadCell className="w-60">{t`Skill, with its 95% interval`}</HeadCell>
          <HeadCell end>{t`Accuracy vs base rate`}</HeadCell>
          <HeadCell end>{t`Brier score vs climatology`}</HeadCell>
          <HeadCell end>{t`Log loss vs climatology`}</HeadCell>
          <HeadCell end>{t`Cost`}</HeadCell>
          <HeadCell end>{t`Latency`}</HeadCell>
          <HeadCell end className="pe-0">{t`Outcomes`}</HeadCell>
        </>
      }
    >
      {models.map((model) => (
        <tr key={keyOf(model)} className="border-b border-line/60 align-top [&>*]:py-3">
          <Cell figures className="ps-0">
            {rankWords(model)}
          </Cell>
          <th scope="row" className="px-3 text-start font-normal">
            <Name model={model} leastOutcomes={leastOutcomes} />
          </th>
          <Cell>
            <Skill model={model} span={span} />
          </Cell>
          <Cell end figures className="whitespace-nowrap">
            <Pair {...accuracyOf(model)} />
          </Cell>
          <Cell end figures className="whitespace-nowrap">
            <Pair {...brierOf(model)} />
          </Cell>
          <Cell end figures className="whitespace-nowrap">
            <Pair {...lossOf(model)} />
          </Cell>
          <Cell end figures>
            {costWords(model.cost_per_decision_micro_usd)}
          </Cell>
          <Cell end figures className="whitespace-nowrap">
            <Pair {...latencyOf(model)} />
          </Cell>
          <Cell end figures className="pe-0 whitespace-nowrap">
            <Pair {...sampleOf(model)} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function BoardCards({ models, leastOutcomes }: Rows) {
  const span = spanOf(models);
  return (
    <ul className="divide-y divide-line border-y border-line">
      {models.map((model) => (
        <li key={keyOf(model)} aria-label={rowName(model)} className="py-5">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Name model={model} leastOutcomes={leastOutcomes} />
            </div>
            <span className="figures shrink-0 text-small">
              {model.rank === null ? '' : t`Rank ${rankWords(model)}`}
            </span>
          </div>
          <div className="mt-3 max-w-[28rem]">
            <Skill model={model} span={span} named />
          </div>
          <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
            <Fact name={t`Accuracy vs base rate`} {...accuracyOf(model)} />
            <Fact name={t`Brier score vs climatology`} {...brierOf(model)} />
            <Fact name={t`Log loss vs climatology`} {...lossOf(model)} />
            <Fact
              name={t`Cost of a decision`}
              figure={costWords(model.cost_per_decision_micro_usd)}
            />
            <Fact name={t`Latency`} {...latencyOf(model)} />
            <Fact name={t`Outcomes`} {...sampleOf(model)} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function rankWords({ rank }: BoardModel): string {
  return rank === null ? NOTHING_YET : formatCount(rank);
}

function Name({ model, leastOutcomes }: { model: BoardModel; leastOutcomes: number }) {
  const { analyst, model: name, provider, rank } = model;
  return (
    <>
      <span className="block font-medium [overflow-wrap:anywhere]">{analystName(analyst)}</span>
      <span className="block text-small [overflow-wrap:anywhere]">{marketName(model)}</span>
      <span className="block text-tiny text-muted [overflow-wrap:anywhere]">
        {provider === 'offline' ? t`rule, no model` : name}
      </span>
      {rank === null && (
        <span
          className="mt-1 block"
          title={t`A row is ranked from ${formatCount(leastOutcomes)} outcomes on.`}
        >
          <Badge>{t`Too few to rank`}</Badge>
        </span>
      )}
    </>
  );
}

type Span = readonly [least: number, most: number];

/** What all intervals of the page are drawn within, so that they can be compared. */
function spanOf(models: readonly BoardModel[]): Span {
  const ends = models.flatMap(({ skill }) => (skill ? [skill.low, skill.high] : []));
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}

type SkillProps = { model: BoardModel; span: Span; named?: boolean };

function Skill({ model: { skill }, span, named = false }: SkillProps) {
  return (
    <>
      <p className="figures text-small">
        {named && <span className="me-2 font-sans text-tiny text-muted">{t`Skill`}</span>}
        {skill ? skillPercent(skill.value) : NOTHING_YET}
        {skill && <span className="ms-2 text-tiny text-muted">{skillInterval(skill)}</span>}
      </p>
      {skill && <Whisker {...skill} mark={0} span={span} />}
    </>
  );
}

type Shown = { figure: string; note?: ReactNode };

function Pair({ figure, note }: Shown) {
  return (
    <>
      {figure}
      {note && <span className="mt-0.5 block text-tiny text-muted">{note}</span>}
    </>
  );
}

function Fact({ name, figure, note }: Shown & { name: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-tiny text-muted">{name}</dt>
      <dd className="figures mt-0.5 text-small">{figure}</dd>
      {note && <dd className="mt-0.5 text-tiny text-muted">{note}</dd>}
    </div>
  );
}

function accuracyOf({ accuracy, base_rate }: BoardModel): Shown {
  if (!accuracy) return { figure: NOTHING_YET, note: t`it leaned to no side` };
  const base = base_rate === null ? NOTHING_YET : formatShare(base_rate);
  return { figure: t`${formatShare(accuracy.value)} vs ${base}`, note: shareInterval(accuracy) };
}

function brierOf({ brier, brier_climatology: other }: BoardModel): Shown {
  return { figure: t`${scoreWords(brier)} vs ${scoreWords(other)}` };
}

function lossOf({ log_loss, log_loss_climatology: other }: BoardModel): Shown {
  return { figure: t`${scoreWords(log_loss)} vs ${scoreWords(other)}` };
}

function latencyOf({ latency_p50_ms: half, latency_p95_ms: most }: BoardModel): Shown {
  return { figure: timeWords(half), note: t`95% within ${timeWords(most)}` };
}

function sampleOf({ outcomes, accounts, asked, abstained }: BoardModel): Shown {
  const silent = abstained === 0 ? '' : t`${formatShare(abstained / asked)} abstained`;
  return {
    figure: formatCount(outcomes),
    note: (
      <>
        <span className="block">{plural(accounts, { one: '# account', other: '# accounts' })}</span>
        {silent && <span className="block">{silent}</span>}
      </>
    ),
  };
}

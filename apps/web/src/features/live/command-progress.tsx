import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { BotCommand, ClosedPosition } from '@quorate/contract/live';
import { formatPrice } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { formatClock, formatDay, formatTime } from '@quorate/ui/time-format';
import { type BotCondition, COMMAND_WORDS } from '../../ui/bot-words.ts';

type CommandProgressProps = { command: BotCommand; condition: BotCondition; timeZone: string };

/** A command from the moment it was asked for to the terminal's proof. */
export function CommandProgress({ command, condition, timeZone }: CommandProgressProps) {
  const { kind, asked_at: asked, received_at: received, done_at: done, result } = command;
  const { act, done: effect } = COMMAND_WORDS[kind];
  const clock = (time: string) => formatClock(time, timeZone);
  const isOver = result !== null && done !== null;
  return (
    <div className="text-tiny">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-small font-medium">{act}</span>
        <span className="text-muted">{formatDay(asked, timeZone)}</span>
      </p>
      <ol className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
        <Step name={t`Asked`} time={clock(asked)} />
        <Step name={t`Bot has it`} time={received ? clock(received) : done && clock(done)} />
        <Step name={t`Done`} time={isOver ? clock(done) : null} />
      </ol>
      {isOver ? (
        <>
          <p className="mt-1.5">
            {effect}.{' '}
            {confirmedWords(
              secondsBetween(asked, done),
              kind === 'close_all' ? result.closed.length : null,
            )}
          </p>
          <ClosedPositions closed={result.closed} timeZone={timeZone} />
        </>
      ) : (
        <p className="mt-1.5 text-muted">{waitingWords(received !== null, condition)}</p>
      )}
    </div>
  );
}

function Step({ name, time }: { name: string; time: string | null }) {
  return (
    <li className="flex items-center gap-1.5">
      {time === null ? (
        <span
          aria-hidden="true"
          className="size-3.5 rounded-full border-[1.5px] border-dashed border-muted"
        />
      ) : (
        <Icon name="check" className="size-3.5 text-gain" />
      )}
      <span className={time === null ? 'text-muted' : undefined}>{name}</span>{' '}
      <span className="figures">{time ?? t`not yet`}</span>
    </li>
  );
}

/** @param closed positions, where the command was to close them */
function confirmedWords(seconds: number, closed: number | null): string {
  if (seconds >= 3_600) {
    if (closed === null) return t`Confirmed by the terminal later.`;
    return closed === 0
      ? t`Confirmed by the terminal later: nothing was open.`
      : t`Confirmed by the terminal later: ${plural(closed, { one: '# position closed', other: '# positions closed' })}.`;
  }
  const span = seconds < 60 ? t`${seconds.toFixed(1)} s` : t`${Math.round(seconds / 60)} min`;
  if (closed === null) return t`Confirmed by the terminal ${span} after it was asked.`;
  return closed === 0
    ? t`Confirmed by the terminal ${span} after it was asked: nothing was open.`
    : t`Confirmed by the terminal ${span} after it was asked: ${plural(closed, { one: '# position closed', other: '# positions closed' })}.`;
}

function waitingWords(hasIt: boolean, { kind }: BotCondition): string {
  if (kind !== 'running')
    return hasIt
      ? t`The bot had it when it was last seen, and has not said that it is done. It goes on with it when it next connects.`
      : t`The bot is off. It will obey when it next connects, before anything else.`;
  return hasIt ? t`The bot has it and carries it out at the next price.` : t`Waiting for the bot.`;
}

/** @example secondsBetween('…:11.000Z', '…:13.100Z') // 2.1 */
function secondsBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000;
}

type ClosedPositionsProps = { closed: readonly ClosedPosition[]; timeZone: string };

/** The proof: each position that was closed, with the terminal's ticket, price and time. */
function ClosedPositions({ closed, timeZone }: ClosedPositionsProps) {
  if (closed.length === 0) return null;
  return (
    <ul
      aria-label={t`Closed positions`}
      className="mt-1.5 divide-y divide-line border-y border-line"
    >
      {closed.map(({ ticket, symbol, price, digits, at }) => (
        <li key={ticket} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <span>
            <span className="figures font-medium">{symbol}</span>{' '}
            <span className="figures wrap-anywhere text-muted">#{ticket}</span>
          </span>
          <span>
            <Trans>
              at <span className="figures font-medium">{formatPrice(price, digits)}</span>
              <span className="text-muted">, {formatTime(at, timeZone)}</span>
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  );
}

import type { BotReply } from '@quorate/contract/live';
import { formatCount, formatMoney } from '@quorate/ui/format';
import { durationText } from './bot-words.ts';

/** The figures of the newest heartbeat. */
export function BotFacts({ bot, now }: { bot: BotReply; now: number }) {
  const { currency } = bot.account;
  const amount = (value: number | null) =>
    value === null ? 'not known yet' : formatMoney(value, currency);
  const facts = [
    ['Last heartbeat', `${durationText(now - Date.parse(bot.last_heartbeat_at))} ago`],
    ['Equity', amount(bot.equity)],
    ['Balance', amount(bot.balance)],
    ['Open positions', formatCount(bot.open_positions)],
  ];
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-tiny text-muted">{label}</dt>
          <dd className="figures text-small wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

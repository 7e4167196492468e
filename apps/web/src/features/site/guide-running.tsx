import { BRAND } from '@quorate/contract/brand';
import { Link } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { Name, Points, Steps } from './guide-parts.tsx';

const LINK = 'text-brand underline underline-offset-4';

export function FirstSession() {
  return (
    <div className="space-y-4">
      <Steps>
        <li>Check that the terminal is open, connected, and Algo Trading is green.</li>
        <li>Select your configuration and start the bot.</li>
        <li>
          Watch it: when a bar closes, the analysts vote, the risk desk checks, and an order goes
          out only if both agree. Most bars end with no trade.
        </li>
      </Steps>
      <Notice>
        Trade history syncs in every cycle of the bot, for the closed trades of the last 30 days.
      </Notice>
    </div>
  );
}

export function DashboardFeatures() {
  return (
    <div className="space-y-4">
      <p>
        The{' '}
        <Link className={LINK} to="/dashboard">
          dashboard
        </Link>{' '}
        has three tabs.
      </p>
      <Points>
        <li>
          <Name>Overview:</Name> today’s win rate, trades, wins and P&L, your plan and token usage,
          and the setup checklist.
        </li>
        <li>
          <Name>Statistics:</Name> win rate, profit factor, averages and extremes over any period.
        </li>
        <li>
          <Name>Trade History:</Name> every trade, filtered and sorted as you like. Open one to see
          the decision behind it.
        </li>
      </Points>
    </div>
  );
}

export function Troubleshooting() {
  return (
    <div className="space-y-4">
      <Points>
        <li>
          <Name>The bot does not connect.</Name> Start the terminal first, and check the terminal
          path and the broker server.
        </li>
        <li>
          <Name>Orders are refused.</Name> Algo Trading is off, the market is closed, or a limit is
          reached. The bot names which.
        </li>
        <li>
          <Name>The bot has paused.</Name> A limit of the plan is reached. It goes on with the next
          billing cycle or after an upgrade; open positions stay managed.
        </li>
        <li>
          <Name>The history is empty.</Name> Start the bot once: it syncs when it starts.
        </li>
      </Points>
      <p>
        Still stuck? Write to{' '}
        <a className={LINK} href={`mailto:${BRAND.supportEmail}`}>
          {BRAND.supportEmail}
        </a>
        .
      </p>
    </div>
  );
}

export function BestPractices() {
  return (
    <div className="space-y-4">
      <Points>
        <li>Run a demo account for some weeks before a real one.</li>
        <li>Risk 1-2% a trade, and leave the loss limits on.</li>
        <li>Judge by many trades: twenty say little, two hundred say something.</li>
        <li>Read the decisions of losing trades, too. They show what the models missed.</li>
      </Points>
      <Notice tone="warning">
        Trading carries risk of loss. Never trade money that you cannot afford to lose.
      </Notice>
    </div>
  );
}

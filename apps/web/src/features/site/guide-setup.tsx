import { Notice } from '../../ui/notice.tsx';
import { Name, Points, Steps } from './guide-parts.tsx';

export function Requirements() {
  return (
    <div className="space-y-4">
      <Points>
        <li>Windows 10 or 11, 64-bit.</li>
        <li>4 GB of memory; 8 GB recommended.</li>
        <li>About 720 MB to download for the desktop app.</li>
        <li>MetaTrader 5 (MT5) and an account at a broker that offers it, demo or real.</li>
        <li>A connection that stays up while the bot runs.</li>
      </Points>
      <Notice>Begin with a demo account. Nothing in the setup is different for a real one.</Notice>
    </div>
  );
}

export function TerminalSetup() {
  return (
    <div className="space-y-4">
      <Steps>
        <li>Install MetaTrader 5 from your broker and start it.</li>
        <li>
          Sign in to your trading account under <Name>File, Login to Trade Account</Name>.
        </li>
        <li>
          Open <Name>Tools, Options, Expert Advisors</Name> and tick{' '}
          <Name>Allow algorithmic trading</Name>.
        </li>
        <li>
          Press <Name>Algo Trading</Name> in the toolbar, so that it turns green.
        </li>
      </Steps>
      <Notice tone="warning">
        Switching to another account can turn Algo Trading off again. Look at it after each switch.
      </Notice>
    </div>
  );
}

export function AccountSetup() {
  return (
    <div className="space-y-4">
      <Steps>
        <li>Create an account here and open the link in the verification mail.</li>
        <li>Install the desktop app and sign in with the same account.</li>
        <li>
          Keep to the Free plan, or choose a Premium one: Free runs 1 terminal account, Premium any
          number. At the limit, <Name>Add Configuration</Name> is disabled.
        </li>
      </Steps>
      <Notice tone="success">
        Premium means any paid plan. All of them add unlimited terminal accounts, higher token
        limits, advanced analytics and priority support.
      </Notice>
    </div>
  );
}

export function BotConfiguration() {
  return (
    <div className="space-y-4">
      <Steps>
        <li>
          In the desktop app, press <Name>Add Configuration</Name> and give it a name.
        </li>
        <li>Choose the terminal path, and enter the terminal account number and password.</li>
        <li>Choose your broker server from the list, and the account type, Demo or Real.</li>
        <li>
          Set the risk: risk per trade, maximum daily trades, daily loss limit, weekly profit and
          loss limits, currency pairs and risk-reward ratio.
        </li>
      </Steps>
      <Points>
        <li>Risk per trade: 1-2% is recommended, never above 2%.</li>
        <li>Daily trades: 3-5 are recommended.</li>
        <li>Risk-reward: at least 1:1.5. You may lower it, but the AI ensures at least 1:1.</li>
      </Points>
      <Notice tone="error">
        A stop loss is required on all trades. One without it is never sent.
      </Notice>
    </div>
  );
}

import type { Locator, Page } from '@playwright/test';
import type { Moment } from './holds.ts';
import type { StatementId } from './statements.ts';

/** What must be visible on a page. */
export type Sight = (page: Page) => Locator;

/** Statements that a look at a page shows to be so, each with all that must be seen. */
export type Look = {
  path: string;
  /** Who looks; a visitor unless said otherwise. */
  reader?: 'free' | 'paid';
  moments: readonly Moment[];
  shows: Partial<Record<StatementId, readonly Sight[]>>;
};

const main = (page: Page) => page.getByRole('main');
const text =
  (words: string | RegExp): Sight =>
  (page) =>
    main(page).getByText(words).first();
const texts = (...words: string[]) => words.map((each) => text(each));
const heading =
  (name: string | RegExp): Sight =>
  (page) =>
    main(page).getByRole('heading', { name }).first();
const link =
  (name: string, path: string): Sight =>
  (page) =>
    main(page)
      .getByRole('link', { name })
      .and(page.locator(`[href="${path}"]`))
      .first();
const field =
  (name: string | RegExp): Sight =>
  (page) =>
    main(page)
      .getByLabel(name, typeof name === 'string' ? { exact: true } : {})
      .first();
const button =
  (name: string): Sight =>
  (page) =>
    main(page).getByRole('button', { name, exact: true }).first();
const region =
  (name: string): Sight =>
  (page) =>
    main(page).getByRole('region', { name }).first();
const inBar =
  (name: string, path: string): Sight =>
  (page) =>
    page
      .getByRole('banner')
      .getByRole('link', { name })
      .and(page.locator(`[href="${path}"]`))
      .first();
const inFooter =
  (path: string): Sight =>
  (page) =>
    page.getByRole('contentinfo').locator(`a[href="${path}"]`).first();
const fact =
  (name: string, value: string, within?: string): Sight =>
  (page) => {
    const place = within ? main(page).getByRole('article', { name: within }) : main(page);
    const row = place.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    return row.getByText(value, { exact: true }).first();
  };

const EVERY = ['served', 'blocked', 'ready'] as const;
const READY = ['ready'] as const;
const BEFORE = ['served', 'blocked'] as const;

const BAR = [inBar('Pricing', '/pricing'), inBar('About', '/about'), inBar('Guide', '/guide')];
const FOOTER = ['/pricing', '/guide', '/about', '/contact', '/privacy', '/refund', '/terms'];

/** The bar and the footer of a page that stands for all. */
const FRAME: Look['shows'] = {
  '2.17': [(page) => page.getByRole('contentinfo')],
  '2.19': BAR,
  '2.24': FOOTER.map(inFooter),
  '2.25': [
    inFooter('mailto:support@quorate.example'),
    inFooter('tel:+92425550100'),
    (page) => page.getByRole('contentinfo').getByText('Lahore, Pakistan').first(),
  ],
};
const FOR_VISITORS: Look['shows'] = {
  '2.20': [inBar('Sign In', '/login'), inBar('Start for Free', '/signup')],
};

/** A page that depends on its reader, before its scripts have run. */
function waiting(path: string, title: string, note: string | RegExp, id: StatementId): Look {
  return { path, moments: BEFORE, shows: { [id]: [heading(title)], '2.14': [text(note)] } };
}

export const LOOKS: readonly Look[] = [
  {
    path: '/',
    moments: EVERY,
    shows: {
      ...FRAME,
      ...FOR_VISITORS,
      '1.1': [
        heading('Multi-LLM analysis'),
        heading('Automated execution'),
        heading('Risk management'),
        heading('Real-time analytics'),
      ],
      '1.2': [text(/stop loss, take profit and position size/i)],
      '1.3': [
        ...beta('active beta testers', '5+'),
        ...beta('simulated trades', '50+'),
        ...beta('preliminary strategy accuracy', '55%'),
        ...beta('average risk-reward ratio', '1:2'),
      ],
      '2.1': [heading('It trades only when the models agree.')],
      '2.26': [(page) => main(page).locator('section').first().locator('a[href="/signup"]')],
      '2.28': [text('average risk-reward ratio')],
      '2.29': [heading('Real-time analytics')],
      '2.31': [
        (page) => main(page).locator('section').last().locator('a[href="/signup"]'),
        (page) => main(page).locator('section').last().locator('a[href="/pricing"]'),
      ],
    },
  },
  {
    path: '/',
    moments: READY,
    shows: {
      '2.27': [(page) => main(page).getByRole('link', { name: 'Watch Demo' })],
      '2.30': [region('What traders say')],
    },
  },
  {
    path: '/pricing',
    moments: EVERY,
    shows: {
      ...FOR_VISITORS,
      '1.11': ['Free', 'Starter', 'Pro', 'Elite'].map((name) => heading(name)),
      '1.13': [
        fact('Terminal accounts', 'Unlimited', 'Starter'),
        fact('Tokens a month', '3M', 'Starter'),
        fact('AI analysis', 'Advanced', 'Starter'),
        fact('Support', 'Priority', 'Pro'),
      ],
      '2.2': [heading('Pricing')],
      '2.38': ['Free', 'Starter', 'Pro', 'Elite'].map(
        (name) => (page: Page) => main(page).getByRole('article', { name }),
      ),
      '2.39': [heading('Questions')],
      '2.40': [link('Contact sales', '/contact')],
      '2.41': [link('Start for Free', '/signup')],
      '2.42': ['Starter', 'Pro', 'Elite'].map((plan) =>
        link(`Choose ${plan}`, `/checkout?plan=${plan}&billing=monthly`),
      ),
      '2.43': [
        (page) => main(page).getByRole('article', { name: 'Pro' }).getByText('Most Popular'),
      ],
      '2.44': ['Tokens a month', 'Requests a minute', 'Symbols', 'Daily trades'].map((name) =>
        text(name),
      ),
      '9.1': plan('Free', '$0', '300K', '20', '2', '3'),
      '9.2': plan('Starter', '$40', '3M', '60', '5', '10'),
      '9.3': plan('Pro', '$80', '8M', '300', '10', '20'),
      '9.4': plan('Elite', '$380', 'Unlimited', '1,000', 'Unlimited', 'Unlimited'),
      '9.6': [
        fact('Support', 'Email', 'Starter'),
        fact('Support', 'Priority', 'Pro'),
        fact('Support', 'Dedicated', 'Elite'),
      ],
      '9.7': texts('Save 20%', 'Yearly: two months free.'),
      '9.8': [fact('Tokens a month', '300K', 'Free'), fact('Tokens a month', 'Unlimited', 'Elite')],
      '9.15': texts(
        'You can change plans at any time, and the change takes effect immediately.',
        'The bot pauses until your next billing cycle begins or you upgrade.',
      ),
      '9.16': texts(
        'Paid plans come with a 30-day money-back guarantee.',
        'The Free plan costs nothing',
      ),
    },
  },
  {
    path: '/about',
    moments: EVERY,
    shows: {
      ...FRAME,
      '1.4': [...beta('AI confidence', '94%'), ...beta('analysis time', '0.3 s')],
      '1.5': [text(/^Our mission: /)],
      '1.6': ['Innovation', 'Security', 'Community', 'Excellence'].map((name) => text(name)),
      '1.7': [heading('The story of Adeel Rahman'), heading('The question'), heading('The beta')],
      '1.8': [
        (page) => main(page).locator('section').last().locator('a[href="/signup"]'),
        (page) => main(page).locator('section').last().locator('a[href="/contact"]'),
      ],
      '1.9': texts(
        'OpenAI GPT',
        'Anthropic Claude',
        'Google Gemini',
        'third-party language models',
      ),
      '2.4': [heading('No single voice should move your money.')],
    },
  },
  {
    path: '/guide',
    moments: EVERY,
    shows: {
      '1.12': texts(
        'Free runs 1 terminal account, Premium any number',
        'Add Configuration is disabled',
      ),
      '1.13': texts(
        'unlimited terminal accounts, higher token limits, advanced analytics and priority support',
      ),
      '2.5': [heading('Setup Guide')],
      '2.80': [
        'Requirements',
        'Terminal setup',
        'Account setup',
        'Bot configuration',
        'First session',
        'Dashboard features',
        'Troubleshooting',
        'Best practices',
      ].map((name) => heading(name)),
      '2.81': [(page) => main(page).locator('ol > li').first()],
      '2.82': ['Note', 'Done', 'Warning', 'Error'].map(
        (name) => (page: Page) => main(page).getByRole('img', { name }).first(),
      ),
      '2.83': texts(
        'Overview, Statistics and Trade History',
        'All Time, Today, Last 7 Days, Last 30 Days, or a Custom Period',
        'total trades, win rate, net profit, profit factor, winning and losing trades, total profit and loss, average win and loss, largest win and loss',
        'time, symbol, type (BUY or SELL), volume, price, P&L, account type and status',
        '(All, Demo, Real)',
        '10, 25, 50, 100, 200 or 500 rows a page; 50 is the default',
        '6 items, of which 4 are critical',
        'Setup Complete!',
        'green up to 70% of your tokens, yellow over 70% and red over 90%',
        'Sync MT5 History',
      ),
      '3.15': texts(
        'This configuration name',
        'The terminal path is found automatically',
        'Enter the terminal account number and password',
        'broker server from the list, and the account type, Demo or Real',
      ),
      '3.16': texts(
        'Risk per trade:',
        'Maximum daily trades:',
        'Daily loss limit:',
        'Weekly profit limit:',
        'Weekly loss limit:',
        'Currency pairs:',
        'Risk-reward ratio:',
      ),
      '4.14': texts(
        'Configure:',
        'Start the bot',
        'Monitor',
        'auto-syncs in every cycle of the bot',
      ),
      '5.15': texts('A stop loss is required on all trades'),
      '5.16': texts('at least 1:1.5', 'the AI ensures at least 1:1 when it sets the take profit'),
      '9.12': [text(/30 days/)],
      '9.13': texts('Windows 10 or 11, 64-bit', '4 GB of memory; 8 GB recommended', 'about 720 MB'),
      '9.14': texts('1-2% is recommended, never above 2%', '3-5 are recommended', 'at least 1:1.5'),
    },
  },
  {
    path: '/contact',
    moments: EVERY,
    shows: {
      ...FOR_VISITORS,
      '2.6': [heading('Contact')],
      '2.84': [field('Name'), field('Email'), field('Subject'), field('Message')],
      '2.85': [
        link('support@quorate.example', 'mailto:support@quorate.example'),
        link('+92 42 555 0100', 'tel:+92425550100'),
        text('Lahore, Pakistan'),
      ],
      '2.86': [link('setup guide', '/guide')],
      '9.17': texts('We reply within 24 hours.', 'Mon-Fri 9AM-6PM PKT'),
    },
  },
  {
    path: '/privacy',
    moments: EVERY,
    shows: {
      '2.7': [heading('Privacy Policy')],
      '5.18': texts('not for children under 13'),
      '9.17': [text(/we reply within 24 hours/i)],
      '9.20': texts('Payments are handled by third-party providers'),
      '9.21': texts('Last updated: Jan 10, 2025'),
    },
  },
  {
    path: '/refund',
    moments: EVERY,
    shows: {
      '2.7': [heading('Refund Policy')],
      '9.18': texts(
        'Payments for paid plans are final, except in two cases',
        'A billing mistake',
        'more than 72 consecutive hours',
        'processed in 5-7 business days',
      ),
      '9.17': texts('We reply within 24 hours'),
      '9.19': texts('access lasts to the end of the billing cycle'),
      '9.21': texts('Last updated: Jan 10, 2025'),
    },
  },
  {
    path: '/terms',
    moments: EVERY,
    shows: {
      ...FRAME,
      ...FOR_VISITORS,
      '2.7': [heading('Terms of Service')],
      '5.17': texts('at least 16 years old'),
      '9.15': texts('pauses until the next billing cycle or an upgrade'),
      '9.18': texts('Payments for paid plans are otherwise final'),
      '9.19': texts('billed monthly or annually', 'access lasts to the end of the billing cycle'),
      '9.20': texts(
        'liability is capped at the payment of your last billing cycle',
        'by third-party payment providers',
      ),
      '9.21': texts('Last updated: Jan 15, 2025'),
    },
  },

  waiting('/login', 'Sign In', 'Sign in with your username or email and your password.', '2.8'),
  waiting('/signup', 'Create an account', 'The free plan needs no card.', '2.8'),
  waiting('/forgot-password', 'Forgot password', 'Enter the address of your account.', '2.8'),
  waiting('/reset-password?token=t', 'Reset password', 'Set a new password', '2.8'),
  waiting('/verify-email?token=t', 'Email verification', 'Your address is confirmed', '2.10'),
  waiting(
    '/resend-verification',
    'Resend verification',
    'We send a new verification link.',
    '2.10',
  ),
  waiting('/dashboard', 'Dashboard', 'Your plan, your token usage', '2.14'),
  waiting(
    '/checkout?plan=Pro&billing=yearly',
    'Checkout',
    'Your order and the card payment.',
    '2.3',
  ),
  waiting('/support', 'Support', 'The assistant opens on the home page.', '2.65'),
  {
    path: '/dashboard',
    moments: ['blocked'],
    shows: { '2.15': [text('Loading')], '2.17': FRAME['2.17'] ?? [] },
  },

  {
    path: '/login',
    moments: READY,
    shows: {
      '2.8': [heading('Sign In')],
      '2.53': [field('Username or email'), field('Password')],
      '2.55': [field('Remember me')],
      '2.56': [link('Forgot password?', '/forgot-password'), link('Create an account', '/signup')],
      '2.57': [
        (page) => main(page).getByRole('button', { name: 'Google', disabled: true }),
        (page) => main(page).getByRole('button', { name: 'GitHub', disabled: true }),
        text('Signing in with Google or GitHub is not available yet.'),
      ],
    },
  },
  {
    path: '/login?verified=true',
    moments: READY,
    shows: { '2.58': [text('Your email is verified. You can sign in now.')] },
  },
  {
    path: '/signup',
    moments: READY,
    shows: {
      '2.8': [heading('Create an account')],
      '2.59': [
        field('Username'),
        field('Email'),
        field('Password'),
        field('Confirm password'),
        field(/Terms of Service/),
      ],
      '5.9': [(page) => main(page).getByRole('button', { name: 'Create Account', disabled: true })],
    },
  },
  {
    path: '/forgot-password',
    moments: READY,
    shows: {
      '2.8': [heading('Forgot password')],
      '2.61': [field('Email'), link('Back to Sign In', '/login')],
    },
  },
  {
    path: '/reset-password?token=t',
    moments: READY,
    shows: {
      '2.8': [heading('Reset password')],
      '2.62': [field('New password'), field('Confirm new password')],
    },
  },
  {
    path: '/resend-verification',
    moments: READY,
    shows: {
      '2.10': [heading('Resend verification')],
      '2.64': [
        field('Email'),
        link('Sign In', '/login'),
        link('Create an account', '/signup'),
        link('Contact support', '/support'),
      ],
    },
  },
  {
    path: '/verify-email',
    moments: READY,
    shows: {
      '2.10': [heading('Email verification')],
      '5.11': [text('No verification token provided')],
    },
  },

  {
    path: '/dashboard',
    reader: 'free',
    moments: READY,
    shows: {
      '1.14': [region('Current plan'), heading('Token usage')],
      '2.21': [
        inBar('Dashboard', '/dashboard'),
        (page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' }),
      ],
      '2.66': ['Overview', 'Statistics', 'Trade History'].map(
        (name) => (page: Page) => main(page).getByRole('tab', { name, exact: true }),
      ),
      '2.67': [region('Setup checklist'), link('Full Guide', '/guide')],
      '2.69': [region('Desktop app')],
      '2.70': [region('Current plan'), text('0 of 300K used (0%)')],
      '2.71': texts('Win rate today', 'Trades today', 'Wins today', 'P&L today'),
      '3.14': [
        (page) =>
          main(page)
            .getByRole('checkbox', { name: /Critical/ })
            .nth(3),
        (page) => region('Setup checklist')(page).getByRole('checkbox').nth(5),
      ],
      '4.10': [text('You have no subscription.')],
      '9.8': [text('300K tokens remain.')],
      '9.13': [
        text(/Windows 10 or 11 \(64-bit\), 4 GB of memory \(8 GB recommended\) and about 720 MB/),
      ],
    },
  },
  {
    path: '/dashboard?tab=statistics',
    reader: 'free',
    moments: READY,
    shows: {
      '2.72': ['All Time', 'Today', 'Last 7 Days', 'Last 30 Days', 'Custom Period'].map(
        option('Date'),
      ),
      '2.74': texts(
        'Total trades',
        'Win rate',
        'Net profit',
        'Profit factor',
        'Winning trades',
        'Losing trades',
        'Total profit',
        'Total loss',
        'Average win',
        'Average loss',
        'Largest win',
        'Largest loss',
      ),
    },
  },
  {
    path: '/dashboard?tab=history',
    reader: 'free',
    moments: READY,
    shows: {
      '2.75': [
        ...['All Time', 'Today', 'Last 7 Days', 'Last 30 Days', 'Custom Period'].map(
          option('Date'),
        ),
        ...['All', 'Demo', 'Real'].map(option('Account')),
      ],
      '2.77': ['10', '25', '50', '100', '200', '500'].map(option('Rows per page')),
      '9.9': [
        (page) =>
          main(page)
            .getByLabel('Rows per page')
            .and(page.locator(':has(option[value="50"]:checked)')),
      ],
    },
  },
  {
    path: '/checkout?plan=Pro&billing=yearly',
    reader: 'free',
    moments: READY,
    shows: {
      '1.10': [text('30-day money-back guarantee.')],
      '2.3': [heading('Checkout')],
      '2.47': [link('Back to Pricing', '/pricing')],
      '2.48': texts('Annual subscription', '$800/year'),
      '2.49': [
        text(/Two months free: \$66\.67 a month, billed annually/),
        fact('Tokens a month', '8M'),
      ],
      '2.51': [link('Terms of Service', '/terms'), link('Privacy Policy', '/privacy')],
      '7.24': [
        text('Test mode: no real card is charged'),
        (page) => main(page).locator('.payment-frame iframe'),
      ],
    },
  },
  {
    path: '/checkout',
    reader: 'free',
    moments: READY,
    shows: { '2.45': texts('Starter', 'Monthly subscription', '$40/month') },
  },
  {
    path: '/checkout?plan=Gold&billing=monthly',
    reader: 'free',
    moments: READY,
    shows: { '5.3': [text('Invalid plan selected')] },
  },
  {
    path: '/dashboard',
    reader: 'paid',
    moments: READY,
    shows: {
      '2.68': [button('Cancel subscription')],
      '4.10': [text('Active'), text('$80.00 a month')],
      '9.5': texts('10M tokens a month, 20 symbols'),
      '9.22': [text(/of 10M used/)],
    },
  },
];

/** A figure of the beta stage, and the word beside it. */
function beta(name: string, value: string): Sight[] {
  const row = (page: Page) => main(page).locator('dl > div').filter({ hasText: name });
  return [
    (page) => row(page).getByText(value, { exact: true }).first(),
    (page) => row(page).getByText('beta', { exact: true }).first(),
  ];
}

function plan(name: string, price: string, ...figures: string[]): Sight[] {
  const [tokens = '', requests = '', symbols = '', trades = ''] = figures;
  return [
    (page) => main(page).getByRole('article', { name }).getByText(price, { exact: true }),
    fact('Tokens a month', tokens, name),
    fact('Requests a minute', requests, name),
    fact('Symbols', symbols, name),
    fact('Daily trades', trades, name),
  ];
}

/** An entry of a list; entries of a closed list are not visible, so the list stands for it. */
function option(list: string): (name: string) => Sight {
  return (name) => (page) =>
    main(page)
      .getByLabel(list, { exact: true })
      .and(page.locator(`select:has(option:text-is("${name}"))`));
}

/** The account of the demo. Its service listens on this machine only. */
export const DEMO_ACCOUNT = {
  username: 'demo',
  email: 'demo@quorate.example',
  password: 'quorate-demo',
  plan: 'Pro',
} as const;

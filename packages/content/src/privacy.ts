import type { Document } from './document.ts';

/** What is stored about whom, in plain words. */
export const PRIVACY: Document = {
  path: '/privacy',
  title: 'Privacy Policy',
  effective: 'Jan 10, 2025',
  sections: [
    {
      id: 'stored',
      title: 'What we store',
      summary: 'We store what the service needs to work for you, and nothing to sell.',
      blocks: [
        {
          kind: 'list',
          items: [
            '**Your account:** username, email address and a one-way hash of your password.',
            '**Your trading record:** what the bot reports, that is trades, equity and balance, account number, broker server and account type, and the decisions behind the trades. How often the analysts were right counts in a record over all accounts, which holds no names and no trades.',
            '**Your use:** the tokens your analyses cost, and technical logs.',
            '**Your subscription:** plan, billing cycle and the payment provider’s references to your payments.',
            '**What you write:** reviews, which are public with your username, messages to us, and what you ask the assistant.',
            '**Your journal:** notes, tags, set-ups and pictures on your trades and days. Only you see them; we take place and camera out of every picture.',
          ],
        },
        {
          kind: 'notice',
          tone: 'info',
          text: 'Your terminal password stays in the desktop app. It never reaches us.',
        },
      ],
    },
    {
      id: 'purposes',
      title: 'What we use it for',
      summary: 'To run the service, to keep it safe and to answer you.',
      blocks: [
        {
          kind: 'list',
          items: [
            'To decide on trades, to count what a plan allows and to show you the results.',
            'To send you what you asked for: verification, password reset, and notices about your account or a payment.',
            'To send you a review of your week, until you turn it off.',
            'To find faults and abuse.',
            'To meet what the law asks of us, such as keeping records of payments.',
          ],
        },
        {
          kind: 'text',
          text: 'We do not sell personal data and do not show advertising.',
        },
      ],
    },
    {
      id: 'browser',
      title: 'What your browser keeps',
      summary: 'A few entries in the storage of your browser and one cookie, no tracking.',
      blocks: [
        {
          kind: 'text',
          text: 'Your session, your choice of a light or dark page, your conversation with the assistant, a copy of your setup checklist, what you typed into your journal until it is saved, and our log’s public key once you open the page that verifies records. One cookie lets your account recognise this browser when others guess your password. Signing out ends the session and deletes the conversation and unsaved notes; the rest stays on your device until you clear it. We use no advertising or tracking cookies.',
        },
      ],
    },
    {
      id: 'others',
      title: 'Who else sees data',
      summary: 'Only those without whom the service would not work.',
      blocks: [
        {
          kind: 'list',
          items: [
            '**Payment:** Payments are handled by third-party providers; we never see your card number.',
            '**Language models:** market snapshots without your name may go to the providers of the models that vote. What you write to the assistant may go to such a provider, too, and with it your plan, usage and results where you ask about them: write nothing there that must stay secret.',
            '**Hosting and mail:** companies that run computers for us, by contract and on our instructions.',
            '**Authorities:** only where the law demands it.',
          ],
        },
      ],
    },
    {
      id: 'keeping',
      title: 'How long we keep it',
      summary: 'As long as your account exists, and then only what we must.',
      blocks: [
        {
          kind: 'text',
          text: 'When you delete your account, or ask us to, we remove what identifies you. Records of payments stay as long as the law asks for. An account whose email address is not confirmed within 30 days is removed. Names and addresses leave our record of sent mails after 7 days; security events go after 90 days, messages to us after two years, records of payments after ten.',
        },
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      summary: 'Little is stored, and what is stored is guarded.',
      blocks: [
        {
          kind: 'text',
          text: 'Passwords are stored as hashes only, and connections to the public service are encrypted. No system is perfectly safe: should your data ever be affected by an incident, we tell you.',
        },
      ],
    },
    {
      id: 'children',
      title: 'Children',
      summary: 'The service is not for children under 13.',
      blocks: [
        {
          kind: 'text',
          text: 'We do not knowingly store data of children under 13. If you believe that we do, tell us, and we delete it. To open an account one must be older still: see the [terms](/terms#age).',
        },
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      summary: 'It is your data.',
      blocks: [
        {
          kind: 'text',
          text: 'You may ask what we store about you, have it corrected, take it with you or have it deleted. Under Security on your dashboard you take it with you or delete your account yourself, at once. For anything else [write to us](/contact); we reply within 24 hours.',
        },
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      summary: 'The date above says which version you read.',
      blocks: [
        {
          kind: 'text',
          text: 'When this policy changes in a way that matters to you, we say so by email before it takes effect.',
        },
      ],
    },
  ],
};

import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('app/layout.tsx', [
    index('app/routes/home.tsx'),
    route('pricing', 'app/routes/pricing.tsx'),
    route('checkout', 'app/routes/checkout.tsx'),
    route('about', 'app/routes/about.tsx'),
    route('guide', 'app/routes/guide.tsx'),
    route('contact', 'app/routes/contact.tsx'),
    route('privacy', 'app/routes/privacy.tsx'),
    route('refund', 'app/routes/refund.tsx'),
    route('terms', 'app/routes/terms.tsx'),
    route('status', 'app/routes/status.tsx'),
    route('changelog', 'app/routes/changelog.tsx'),
    route('demo', 'app/routes/demo.tsx'),
    route('demo/*', 'app/routes/story.tsx', { id: 'demo-story' }),
    route('dashboard/*', 'app/routes/story.tsx', { id: 'story' }),
    route('developers', 'app/routes/developers.tsx'),
    route('verify', 'app/routes/verify.tsx'),
    layout('app/signed-out-only.tsx', [
      route('login', 'app/routes/login.tsx'),
      route('signup', 'app/routes/signup.tsx'),
      route('forgot-password', 'app/routes/forgot-password.tsx'),
      route('reset-password', 'app/routes/reset-password.tsx'),
    ]),
    route('verify-email', 'app/routes/verify-email.tsx'),
    route('resend-verification', 'app/routes/resend-verification.tsx'),
    route('unsubscribe', 'app/routes/unsubscribe.tsx'),
    route('login/callback', 'app/routes/login-callback.tsx'),
    layout('app/signed-in-only.tsx', [
      route('dashboard', 'app/routes/dashboard.tsx'),
      route('dashboard/security', 'app/routes/security.tsx'),
      route('dashboard/statement', 'app/routes/statement.tsx'),
    ]),
    layout('app/admin-only.tsx', [route('admin/*', 'app/routes/admin.tsx')]),
    route('*', 'app/routes/elsewhere.tsx'),
  ]),
] satisfies RouteConfig;

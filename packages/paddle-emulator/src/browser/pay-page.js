(() => {
  const { token } = document.querySelector('main').dataset;
  const state = document.getElementById('state');
  const words = {
    'checkout.completed': 'Thank you. Everything is paid; you may close this page.',
    'checkout.closed': 'The checkout was closed. Reload the page to open it again.',
  };
  if (!new URLSearchParams(location.search).has('_ptxn')) {
    state.textContent = 'This address names no transaction.';
    return;
  }
  window.Paddle.Initialize({
    token,
    checkout: {
      settings: { theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' },
    },
    eventCallback: (event) => {
      state.textContent = words[event.name] ?? event.detail ?? state.textContent;
    },
  });
})();

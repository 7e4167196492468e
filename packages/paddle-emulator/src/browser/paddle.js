// Stands in for the provider's script: the same global, the same calls, the same events. It is served as
// it is, and talks to the frame by messages whose sender and origin it checks.
(() => {
  if (window.PaddleBillingV1) return;
  const origin = new URL(document.currentScript.src).origin;
  const state = { options: {}, checkout: null };

  const fault = (message) => new Error(`[Paddle emulator] ${message}`);
  const publish = (event) => {
    const callback = state.options.eventCallback;
    if (typeof callback === 'function') callback(event);
  };

  function configure(options) {
    const settings = { ...state.options.checkout?.settings, ...options.checkout?.settings };
    state.options = { ...state.options, ...options, checkout: { settings } };
  }

  function initialize(options) {
    if (paddle.Initialized) throw fault('Initialize() was called before; use Update().');
    if (typeof options?.token !== 'string' || !/^(test|live)_/.test(options.token)) {
      throw fault('Initialize() needs a client-side token that starts with test_ or live_.');
    }
    configure(options);
    paddle.Initialized = true;
    const transactionId = new URLSearchParams(window.location.search).get('_ptxn');
    if (transactionId) open({ transactionId });
  }

  function open(input) {
    if (!paddle.Initialized) throw fault('Initialize() comes before Checkout.open().');
    if (Boolean(input?.items) === Boolean(input?.transactionId)) {
      throw fault('Checkout.open() needs items or a transactionId, not both.');
    }
    if (state.checkout) remove();
    const settings = { ...state.options.checkout?.settings, ...input.settings };
    if (settings.displayMode !== 'inline') throw fault("only displayMode 'inline' is served.");
    const frame = document.createElement('iframe');
    const theme = settings.theme === 'dark' ? 'dark' : 'light';
    frame.src = `${origin}/checkout/frame?theme=${theme}`;
    frame.title = 'Checkout';
    frame.name = 'paddle_frame';
    frame.className = 'paddle-frame';
    frame.allow = 'payment';
    const place = inlinePlace(frame, settings);
    state.checkout = { frame, settings, input };
    place.append(frame);
  }

  function inlinePlace(frame, settings) {
    const place = document.getElementsByClassName(settings.frameTarget ?? '')[0];
    if (!place) throw fault(`no element has the class '${settings.frameTarget}' (frameTarget).`);
    // A style attribute would need 'unsafe-inline' of the page; this does not.
    frame.style.cssText = settings.frameStyle ?? 'width: 100%; border: none;';
    frame.style.height = `${settings.frameInitialHeight ?? 450}px`;
    return place;
  }

  const itemsOf = (items) =>
    items?.map((item) => ({ price_id: item.priceId, quantity: item.quantity ?? 1 }));

  function post(message) {
    state.checkout?.frame.contentWindow?.postMessage({ paddle: 'host', ...message }, origin);
  }

  function start() {
    const { input, settings } = state.checkout;
    post({
      type: 'open',
      options: {
        token: state.options.token,
        items: itemsOf(input.items),
        transaction_id: input.transactionId,
        email: input.customer?.email,
        custom_data: input.customData,
        theme: settings.theme ?? 'light',
      },
    });
  }

  function remove() {
    state.checkout?.frame.remove();
    state.checkout = null;
  }

  function close(data) {
    if (!state.checkout) return;
    const last = data ?? state.checkout.data;
    remove();
    publish({ name: 'checkout.closed', data: last });
  }

  window.addEventListener('message', (event) => {
    const { checkout } = state;
    if (!checkout || event.origin !== origin || event.source !== checkout.frame.contentWindow)
      return;
    const message = event.data;
    if (message?.paddle !== 'frame') return;
    if (message.type === 'ready') {
      start();
    } else if (message.type === 'height' && message.height > 0) {
      checkout.frame.style.height = `${Math.ceil(message.height)}px`;
    } else if (message.type === 'event') {
      if (message.event.data) checkout.data = message.event.data;
      publish(message.event);
    }
  });

  const paddle = {
    Version: 'v1',
    Initialized: false,
    Initialize: initialize,
    Setup: initialize,
    Update: configure,
    Environment: { set: () => {} },
    Checkout: { open, close: () => close() },
    Status: { libraryVersion: 'emulator' },
  };
  window.Paddle = paddle;
  window.PaddleBillingV1 = paddle;
})();

// Stands in for the provider's script: the same global, the same calls, the same events. It is served as
// it is, and talks to the frame by messages whose sender and origin it checks.
(() => {
  if (window.PaddleBillingV1) return;
  const origin = new URL(document.currentScript.src).origin;
  const state = { options: {}, checkout: null, spinner: null };

  const fault = (message) => new Error(`[Paddle emulator] ${message}`);
  const tell = (event) => {
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
    const isInline = settings.displayMode === 'inline';
    const frame = document.createElement('iframe');
    const theme = settings.theme === 'dark' ? 'dark' : 'light';
    frame.src = `${origin}/checkout/frame?theme=${theme}&mode=${isInline ? 'inline' : 'overlay'}`;
    frame.title = 'Checkout';
    frame.name = 'paddle_frame';
    frame.className = 'paddle-frame';
    frame.allow = 'payment';
    const place = isInline ? inlinePlace(frame, settings) : overlayPlace(frame);
    state.checkout = { frame, settings, input, place, isInline, isDone: false, waiting: [] };
    place.append(frame);
    if (!isInline) frame.focus();
  }

  function inlinePlace(frame, settings) {
    const place = document.getElementsByClassName(settings.frameTarget ?? '')[0];
    if (!place) throw fault(`no element has the class '${settings.frameTarget}' (frameTarget).`);
    // A style attribute would need 'unsafe-inline' of the page; this does not.
    frame.style.cssText = settings.frameStyle ?? 'width: 100%; border: none;';
    frame.style.height = `${settings.frameInitialHeight ?? 450}px`;
    return place;
  }

  function overlayPlace(frame) {
    frame.style.cssText =
      'position: fixed; inset: 0; width: 100%; height: 100%; border: none; z-index: 99999; background: transparent;';
    return document.body;
  }

  const customerOf = (customer) =>
    customer && {
      id: customer.id,
      email: customer.email,
      address: customer.address && {
        id: customer.address.id,
        country_code: customer.address.countryCode,
        postal_code: customer.address.postalCode,
      },
    };
  const itemsOf = (items) =>
    items?.map((item) => ({ price_id: item.priceId, quantity: item.quantity ?? 1 }));

  function post(message) {
    state.checkout?.frame.contentWindow?.postMessage({ paddle: 'host', ...message }, origin);
  }

  function start() {
    const { input, settings, isInline } = state.checkout;
    post({
      type: 'open',
      canClose: !isInline,
      allowLogout: settings.allowLogout !== false,
      options: {
        token: state.options.token,
        items: itemsOf(input.items),
        transaction_id: input.transactionId,
        customer: customerOf(input.customer),
        custom_data: input.customData,
        display_mode: isInline ? 'inline' : 'overlay',
        theme: settings.theme ?? 'light',
      },
    });
    for (const message of state.checkout.waiting.splice(0)) post(message);
  }

  function update(change) {
    if (!state.checkout) throw fault('no checkout is open.');
    const message = {
      type: 'update',
      change: { items: itemsOf(change.items), custom_data: change.customData },
      customer: customerOf(change.customer),
    };
    if (state.checkout.isReady) post(message);
    else state.checkout.waiting.push(message);
  }

  function remove() {
    state.checkout?.frame.remove();
    state.checkout = null;
  }

  function close(data) {
    if (!state.checkout) return;
    const last = data ?? state.checkout.data;
    remove();
    tell({ name: 'checkout.closed', data: last });
  }

  window.addEventListener('message', (event) => {
    const { checkout } = state;
    if (!checkout || event.origin !== origin || event.source !== checkout.frame.contentWindow)
      return;
    const message = event.data;
    if (message?.paddle !== 'frame') return;
    if (message.type === 'ready') {
      checkout.isReady = true;
      start();
    } else if (message.type === 'height' && checkout.isInline && message.height > 0) {
      checkout.frame.style.height = `${Math.ceil(message.height)}px`;
    } else if (message.type === 'close') {
      close();
    } else if (message.type === 'event') {
      if (message.event.data) checkout.data = message.event.data;
      tell(message.event);
      if (message.event.name !== 'checkout.completed') return;
      const { successUrl } = checkout.settings;
      if (/^https?:/i.test(new URL(successUrl ?? 'none:', location.href).protocol)) {
        window.location.assign(successUrl);
      }
    }
  });

  const isText = (value) => typeof value === 'string';
  const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  function renamed(value, rename) {
    if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, each]) => [rename(key), renamed(each, rename)]));
  }

  async function pricePreview(params) {
    const response = await fetch(`${origin}/checkout/pricing-preview`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'paddle-clienttoken': isText(state.options.token) ? state.options.token : '',
      },
      body: JSON.stringify(renamed(params, snake)),
    });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(fault(answer.error.detail), answer);
    return renamed(answer, camel);
  }

  function showSpinner() {
    if (state.spinner) return;
    state.spinner = document.createElement('div');
    state.spinner.setAttribute('role', 'status');
    state.spinner.textContent = 'Loading…';
    state.spinner.style.cssText =
      'position: fixed; inset: 0; display: grid; place-items: center; background: rgb(0 0 0 / 40%); color: #fff; z-index: 99998;';
    document.body.append(state.spinner);
  }

  function hideSpinner() {
    state.spinner?.remove();
    state.spinner = null;
  }

  const paddle = {
    Version: 'v1',
    Initialized: false,
    Initialize: initialize,
    Setup: initialize,
    Update: configure,
    Environment: { set: () => {} },
    Checkout: {
      open,
      close: () => close(),
      updateCheckout: update,
      updateItems: (items) => update({ items }),
    },
    PricePreview: pricePreview,
    TransactionPreview: pricePreview,
    Spinner: { show: showSpinner, hide: hideSpinner },
    Status: { libraryVersion: 'emulator' },
    Retain: {
      demo: () => {},
      initCancellationFlow: async () => ({
        status: 'error',
        details: 'The emulator has no cancellation flow.',
      }),
    },
  };
  window.Paddle = paddle;
  window.PaddleBillingV1 = paddle;
})();

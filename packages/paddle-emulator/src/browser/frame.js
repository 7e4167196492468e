// The page inside of the frame. It takes one opening from the page around it, remembers that page's
// origin, and answers only there.
import { clearFaults, emptyField, readExpiry, showFault } from './frame-fields.js';
import { buyerFields, cardFields, element, summary } from './frame-view.js';

const root = document.getElementById('checkout');
const state = { host: null, session: null, canClose: false, isBusy: false, isDone: false };

const tellHost = (message) => {
  window.parent.postMessage({ paddle: 'frame', ...message }, state.host ?? '*');
};
const tell = (name, extra) => {
  tellHost({ type: 'event', event: { name, data: state.session?.event, ...extra } });
};
const tellFault = (name, error) => {
  const { type, code, detail, documentation_url } = error;
  const event = { name, type: 'checkout.error', code, detail, documentation_url };
  tellHost({ type: 'event', event: { ...event, error: { type, code, detail } } });
};

async function call(method, path, body) {
  try {
    const headers = { 'content-type': 'application/json' };
    const init = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`/checkout/sessions${path}`, init);
    const answer = await response.json();
    return response.ok ? { data: answer.data } : { error: answer.error };
  } catch {
    const detail = 'The connection was lost. Please try again.';
    return { error: { type: 'api_error', code: 'network_error', detail } };
  }
}

async function open(message) {
  state.canClose = message.canClose;
  const { data, error } = await call('POST', '', message.options);
  if (error) {
    showEnd('The checkout cannot be opened', error.detail);
    tellFault('checkout.error', error);
    return;
  }
  state.session = data;
  render();
  tell('checkout.loaded');
  if (data.event.customer.id) tell('checkout.customer.created');
}

async function update(message) {
  if (!state.session) return;
  const { data, error } = await call('PATCH', `/${state.session.event.id}`, message.change);
  if (error) return tellFault('checkout.error', error);
  const removed = data.event.items.length < state.session.event.items.length;
  state.session = data;
  render();
  if (message.change.items) tell(removed ? 'checkout.items.removed' : 'checkout.items.updated');
  tell('checkout.updated');
}

function frameOf(...content) {
  const closer = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  closer.addEventListener('click', () => tellHost({ type: 'close' }));
  root.setAttribute('aria-busy', 'false');
  root.replaceChildren(
    element('p', { class: 'mode' }, 'Test mode: no real card is charged'),
    ...(state.canClose ? [closer] : []),
    ...content,
  );
  sendHeight();
}

function render() {
  const { session } = state;
  const isFree = session.words.isCardChange;
  const button = element(
    'button',
    { type: 'submit', class: 'pay' },
    isFree ? 'Save card' : `Pay ${session.words.total}`,
  );
  const form = element(
    'form',
    { novalidate: true, 'aria-label': 'Payment' },
    buyerFields(session),
    cardFields(),
    element('p', { id: 'form-fault', class: 'fault', role: 'alert' }),
    button,
    element('p', { id: 'progress', role: 'status', class: 'progress' }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
  form.addEventListener('focusin', onceSelected);
  frameOf(summary(session), form);
}

function onceSelected({ target }) {
  if (state.isSelected || !['number', 'expiry', 'cvc'].includes(target.id)) return;
  state.isSelected = true;
  state.session.event = { ...state.session.event, payment: { method_details: { type: 'card' } } };
  tell('checkout.payment.selected');
}

function setBusy(form, words) {
  state.isBusy = words !== '';
  form.setAttribute('aria-busy', String(state.isBusy));
  form.querySelector('.pay').disabled = state.isBusy;
  form.querySelector('#progress').textContent = words;
  sendHeight();
}

async function submit(form) {
  if (state.isBusy || state.isDone) return;
  clearFaults(form);
  const empty = emptyField(form);
  if (empty) return showFault(form, empty);
  setBusy(form, 'Paying…');
  if (!state.session.words.isNamed && !(await nameBuyer(form))) return setBusy(form, '');
  tell('checkout.payment.initiated');
  const { number, cvc } = form.elements;
  const { data, error } = await call('POST', `/${state.session.event.id}/pay`, {
    number: number.value,
    cvc: cvc.value,
    ...readExpiry(form),
  });
  setBusy(form, '');
  if (error) {
    showFault(form, error);
    return tellFault('checkout.payment.error', error);
  }
  finish(data, form);
}

async function nameBuyer(form) {
  const { email, country, postal_code: postcode } = form.elements;
  const { data, error } = await call('POST', `/${state.session.event.id}/customer`, {
    email: email.value.trim(),
    country_code: country.value,
    postal_code: postcode.required ? postcode.value : null,
  });
  if (error) {
    showFault(form, error);
    tellFault('checkout.error', error);
    return false;
  }
  // The form stays as it is, so that a declined card leaves what was typed; but the buyer may change.
  const words = { ...data.words, isNamed: false };
  state.session = { ...data, words };
  tell(data.is_new_customer ? 'checkout.customer.created' : 'checkout.customer.updated');
  tell('checkout.updated');
  return true;
}

function finish(data, form) {
  const wasNamed = state.session.words.isNamed;
  state.session = { ...data, words: { ...data.words, isNamed: wasNamed } };
  if (data.result.kind === 'challenge') return showChallenge(data.result.challengeId);
  if (data.result.kind === 'declined') {
    if (!form?.isConnected) render();
    const place = root.querySelector('form');
    showFault(place, { detail: 'The card was declined. Please try another card.' });
    return tell('checkout.payment.failed');
  }
  state.isDone = true;
  showEnd(data.words.isCardChange ? 'Card saved' : 'Payment complete', 'Thank you.');
  tell('checkout.completed');
}

function showChallenge(id) {
  const answer = async (approved) => {
    if (state.isBusy) return;
    state.isBusy = true;
    for (const button of root.querySelectorAll('.answer')) button.disabled = true;
    const body = { challenge_id: id, approved };
    const { data, error } = await call('POST', `/${state.session.event.id}/challenge`, body);
    state.isBusy = false;
    if (!error) return finish(data, null);
    showEnd('The payment failed', error.detail);
    tellFault('checkout.payment.error', error);
  };
  const choice = (label, approved) => {
    const button = element(
      'button',
      { type: 'button', class: approved ? 'answer pay' : 'answer' },
      label,
    );
    button.addEventListener('click', () => void answer(approved));
    return button;
  };
  const heading = element('h1', { tabindex: '-1' }, '3-D Secure');
  frameOf(
    heading,
    element('p', {}, 'Your bank asks you to confirm this payment.'),
    choice('Confirm', true),
    choice('Refuse', false),
  );
  heading.focus();
}

function showEnd(title, text) {
  const heading = element('h1', { tabindex: '-1' }, title);
  frameOf(heading, element('p', { role: 'status' }, text));
}

function sendHeight() {
  if (!state.host || state.canClose) return;
  requestAnimationFrame(() => tellHost({ type: 'height', height: document.body.scrollHeight }));
}

window.addEventListener('message', (event) => {
  const message = event.data;
  if (event.source !== window.parent || message?.paddle !== 'host') return;
  if (state.host === null && message.type === 'open') {
    state.host = event.origin;
    void open(message);
  } else if (event.origin === state.host && message.type === 'update') void update(message);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && state.canClose && !state.isBusy) tellHost({ type: 'close' });
});
new ResizeObserver(sendHeight).observe(document.body);
tellHost({ type: 'ready' });

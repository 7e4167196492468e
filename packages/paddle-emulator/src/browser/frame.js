// The page inside of the frame. It takes one opening from the page around it, remembers that page's
// origin, and answers only there.
import {
  buyerFields,
  cardFields,
  clearFaults,
  element,
  emptyField,
  readExpiry,
  showFault,
  summary,
} from './frame-form.js';

const root = document.getElementById('checkout');
const state = { host: null, session: null, isBusy: false, isDone: false };

const sendHost = (message) => {
  window.parent.postMessage({ paddle: 'frame', ...message }, state.host ?? '*');
};
const send = (name, extra) => {
  sendHost({ type: 'event', event: { name, data: state.session?.event, ...extra } });
};
const sendFault = (name, error) => {
  const { type, code, detail, documentation_url } = error;
  const event = { name, type: 'checkout.error', code, detail, documentation_url };
  sendHost({ type: 'event', event: { ...event, error: { type, code, detail } } });
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
  const { data, error } = await call('POST', '', message.options);
  if (error) {
    showEnd('The checkout cannot be opened', error.detail);
    sendFault('checkout.error', error);
    return;
  }
  state.session = data;
  render();
  send('checkout.loaded');
  if (data.event.customer.id) send('checkout.customer.created');
}

function frameOf(...content) {
  root.setAttribute('aria-busy', 'false');
  root.replaceChildren(
    element('p', { class: 'mode' }, 'Test mode: no real card is charged'),
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
  send('checkout.payment.selected');
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
  send('checkout.payment.initiated');
  const { number, cvc } = form.elements;
  const { data, error } = await call('POST', `/${state.session.event.id}/pay`, {
    number: number.value,
    cvc: cvc.value,
    ...readExpiry(form),
  });
  setBusy(form, '');
  if (error) {
    showFault(form, error);
    return sendFault('checkout.payment.error', error);
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
    sendFault('checkout.error', error);
    return false;
  }
  // The form stays as it is, so that a declined card leaves what was typed; but the buyer may change.
  const words = { ...data.words, isNamed: false };
  state.session = { ...data, words };
  send(data.is_new_customer ? 'checkout.customer.created' : 'checkout.customer.updated');
  send('checkout.updated');
  return true;
}

function finish(data, form) {
  const wasNamed = state.session.words.isNamed;
  state.session = { ...data, words: { ...data.words, isNamed: wasNamed } };
  if (data.result.kind === 'declined') {
    showFault(form, { detail: 'The card was declined. Please try another card.' });
    return send('checkout.payment.failed');
  }
  state.isDone = true;
  showEnd(data.words.isCardChange ? 'Card saved' : 'Payment complete', 'Thank you.');
  send('checkout.completed');
}

function showEnd(title, text) {
  const heading = element('h1', { tabindex: '-1' }, title);
  frameOf(heading, element('p', { role: 'status' }, text));
}

function sendHeight() {
  if (!state.host) return;
  requestAnimationFrame(() => sendHost({ type: 'height', height: document.body.scrollHeight }));
}

window.addEventListener('message', (event) => {
  const message = event.data;
  if (event.source !== window.parent || message?.paddle !== 'host') return;
  if (state.host === null && message.type === 'open') {
    state.host = event.origin;
    void open(message);
  }
});
new ResizeObserver(sendHeight).observe(document.body);
sendHost({ type: 'ready' });

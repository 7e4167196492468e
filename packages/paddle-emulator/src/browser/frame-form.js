// What the frame shows. Text is set as text: nothing that a seller or a buyer wrote becomes markup.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const field = (id, label, attributes) =>
  element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    element('input', {
      id,
      name: id,
      required: true,
      'aria-describedby': `${id}-fault`,
      ...attributes,
    }),
    element('p', { id: `${id}-fault`, class: 'fault', role: 'alert' }),
  );

export function summary({ words }) {
  const line = (name, value) =>
    element('div', { class: 'line' }, element('dt', {}, name), element('dd', {}, value));
  return element(
    'section',
    { 'aria-label': 'Order' },
    element(
      'ul',
      { class: 'items' },
      ...words.items.map(({ name, detail, quantity, total }) =>
        element(
          'li',
          {},
          element('span', {}, quantity > 1 ? `${quantity} × ${name}` : name),
          element('span', {}, total),
          element('small', {}, detail),
        ),
      ),
    ),
    element(
      'dl',
      {},
      line('Subtotal', words.subtotal),
      line('Tax', words.tax),
      line('Due today', words.total),
      words.recurring === null ? null : line('Then', words.recurring),
      words.credit === null ? null : line('Your credit', words.credit),
    ),
  );
}

export function buyerFields({ event, words, postcode_countries: postcodeCountries }) {
  if (words.isNamed) {
    const { email, address } = event.customer;
    return element('p', { class: 'buyer' }, `${email}, ${address?.country_code ?? ''}`);
  }
  const countries = new Intl.DisplayNames(['en'], { type: 'region' });
  const codes =
    'US GB CA AU DE FR ES IT NL PL SE NO DK FI IE PT AT CH BE CZ PK IN AE SA SG JP KR BR MX ZA NG KE'.split(
      ' ',
    );
  const select = element(
    'select',
    { id: 'country', name: 'country', autocomplete: 'country' },
    ...codes.map((code) => element('option', { value: code }, countries.of(code))),
  );
  if (event.customer.address?.country_code) select.value = event.customer.address.country_code;
  const email = field('email', 'E-mail', {
    type: 'email',
    autocomplete: 'email',
    maxlength: '320',
  });
  email.querySelector('input').value = event.customer.email ?? '';
  const postcode = field('postal_code', 'Postcode', {
    autocomplete: 'postal-code',
    maxlength: '20',
  });
  const fit = () => {
    postcode.hidden = !postcodeCountries.includes(select.value);
    postcode.querySelector('input').required = !postcode.hidden;
  };
  select.addEventListener('change', fit);
  queueMicrotask(fit);
  const country = element(
    'div',
    { class: 'field' },
    element('label', { for: 'country' }, 'Country'),
    select,
  );
  return element('fieldset', {}, element('legend', {}, 'Your details'), email, country, postcode);
}

export function cardFields() {
  const digits = { inputmode: 'numeric', autocomplete: 'off' };
  return element(
    'fieldset',
    {},
    element('legend', {}, 'Card'),
    field('number', 'Card number', {
      ...digits,
      autocomplete: 'cc-number',
      maxlength: '30',
      placeholder: '4242 4242 4242 4242',
    }),
    element(
      'div',
      { class: 'pair' },
      field('expiry', 'Expiry (MM/YY)', {
        ...digits,
        autocomplete: 'cc-exp',
        maxlength: '7',
        placeholder: 'MM/YY',
      }),
      field('cvc', 'Security code', {
        ...digits,
        autocomplete: 'cc-csc',
        maxlength: '4',
        placeholder: '123',
      }),
    ),
  );
}

// What is typed in: read, judged, and complained about beside its field.
const FIELDS = { expiry_month: 'expiry', expiry_year: 'expiry', country_code: 'country' };

export function showFault(form, error) {
  const known = error.errors?.[0];
  const name = FIELDS[known?.field] ?? known?.field;
  const input = name ? form.elements.namedItem(name) : null;
  const place = document.getElementById(input ? `${name}-fault` : 'form-fault');
  (place ?? document.getElementById('form-fault')).textContent = known?.message ?? error.detail;
  input?.setAttribute('aria-invalid', 'true');
  (input ?? form.querySelector('.pay')).focus();
}

export function clearFaults(form) {
  for (const place of form.querySelectorAll('.fault')) place.textContent = '';
  for (const input of form.elements) input.removeAttribute('aria-invalid');
}

export function emptyField(form) {
  const rules = {
    email: 'Enter an e-mail address.',
    postal_code: 'Enter the postcode.',
    number: 'Enter the card number.',
    expiry: 'Enter the expiry date as MM/YY.',
    cvc: 'Enter the security code.',
  };
  for (const [name, message] of Object.entries(rules)) {
    const input = form.elements.namedItem(name);
    if (input?.required && !input.checkValidity()) return { errors: [{ field: name, message }] };
  }
  if (readExpiry(form)) return null;
  return { errors: [{ field: 'expiry', message: rules.expiry }] };
}

export function readExpiry(form) {
  const match = /^(\d{1,2}) *\/? *(\d{2}|\d{4})$/.exec(form.elements.expiry.value.trim());
  if (!match) return null;
  const year = Number(match[2]);
  return { expiry_month: Number(match[1]), expiry_year: year < 100 ? 2000 + year : year };
}

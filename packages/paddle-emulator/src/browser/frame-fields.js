// What is typed into the frame: read, judged, and complained about beside its field.

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

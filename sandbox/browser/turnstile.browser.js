// Stands in for Turnstile's widget: a box to tick. A real one thinks by itself; here a person decides.
function render(container, options = {}) {
  const place = typeof container === 'string' ? document.querySelector(container) : container
  if (!place || place.querySelector('input')) return 'sandbox'
  const label = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  const stored = document.createElement('input')
  stored.type = 'hidden'
  stored.name = options['response-field-name'] ?? 'cf-turnstile-response'
  box.addEventListener('change', () => {
    stored.value = box.checked ? `sandbox-person-${crypto.randomUUID()}` : ''
    if (box.checked) options.callback?.(stored.value)
    else options['expired-callback']?.()
  })
  label.append(box, ' I am a person')
  place.append(label, stored)
  return 'sandbox'
}

function reset() {
  for (const box of document.querySelectorAll('.cf-turnstile input[type=checkbox]')) box.checked = false
}

window.turnstile = { render, reset, remove() {}, ready: (then) => then() }
const renderAll = () => {
  for (const place of document.querySelectorAll('.cf-turnstile')) render(place)
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', renderAll)
else renderAll()

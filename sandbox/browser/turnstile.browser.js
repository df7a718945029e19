// Stands in for Turnstile's widget: a box to tick. The real widget decides by itself.
function render(container, options = {}) {
  const target = typeof container === 'string' ? document.querySelector(container) : container
  if (!target || target.querySelector('input')) return 'sandbox'
  const label = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  const response = document.createElement('input')
  response.type = 'hidden'
  response.name = options['response-field-name'] ?? 'cf-turnstile-response'
  box.addEventListener('change', () => {
    response.value = box.checked ? `sandbox-person-${crypto.randomUUID()}` : ''
    if (box.checked) options.callback?.(response.value)
    else options['expired-callback']?.()
  })
  label.append(box, ' I am a person')
  target.append(label, response)
  return 'sandbox'
}

function reset() {
  for (const box of document.querySelectorAll('.cf-turnstile input[type=checkbox]')) box.checked = false
}

window.turnstile = { render, reset, remove() {}, ready: (then) => then() }
const renderAll = () => {
  for (const target of document.querySelectorAll('.cf-turnstile')) render(target)
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', renderAll)
else renderAll()

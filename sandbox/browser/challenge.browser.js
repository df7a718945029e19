// In a frame, the script sends the answer and notifies the shop's page; as a page of its own, the plain form
// is sent. Loaded before the form, so that the script is ready before the first press.
const query = new URLSearchParams(location.search)
const parentOrigin = query.get('origin')
const nonce = query.get('nonce')

if (window.parent !== window && parentOrigin && nonce) {
  document.addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.target
    const fields = new FormData(form, event.submitter)
    for (const button of form.querySelectorAll('button')) button.disabled = true
    try {
      await fetch(form.action, { method: 'POST', body: new URLSearchParams(fields) })
      window.parent.postMessage({ nonce, kind: 'challenge-ended' }, parentOrigin)
    } catch {
      for (const button of form.querySelectorAll('button')) button.disabled = false
      document.getElementById('trouble').textContent = 'The answer could not be sent. Please try again.'
    }
  })
  document.addEventListener('DOMContentLoaded', () => document.querySelector('button')?.focus())
}

// Inside a shop's page the answer goes to the frame's parent; as a page of its own the plain form does the work.
const query = new URLSearchParams(location.search)
const parentOrigin = query.get('origin')
const nonce = query.get('nonce')
const form = document.querySelector('form')

if (window.parent !== window && parentOrigin && nonce) {
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
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
  document.querySelector('button')?.focus()
}

// Copies a test card's number; without the clipboard the number can still be selected.
const copied = document.getElementById('copied')

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      copied.textContent = `Copied ${button.dataset.copy}.`
    } catch {
      copied.textContent = 'The browser did not allow copying; select the number instead.'
    }
  })
}

/** The consent prompt and the dialog of privacy choices about third-party scripts and analytics. Plain DOM. */
import { allowsThirdPartyScripts, type ConsentChoice } from '../../../schema/content/analytics/consent.ts'
import { paths } from '../../../schema/paths.ts'
import type { ThirdPartyScript } from '../../../schema/platform/analytics/third-party-script.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { readPrivacyPreferences, saveConsentChoice } from './consent.store.ts'
import { loadThirdPartyScripts } from './third-party-scripts.ts'

type Child = Node | string

function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

function button(label: string, press: () => void, className = 'button'): HTMLButtonElement {
  const element = createElement('button', { type: 'button', class: className }, label)
  element.addEventListener('click', press)
  return element
}

/** Saves the choice. Scripts that run already can only be stopped by a reload of the page. */
function choose(choice: ConsentChoice, scripts: readonly ThirdPartyScript[]): void {
  const wasAllowed = allowsThirdPartyScripts(readPrivacyPreferences())
  const isSaved = saveConsentChoice(choice, Date.now())
  document.querySelector('.consent')?.remove()
  const isAllowed = allowsThirdPartyScripts(readPrivacyPreferences())
  if (wasAllowed && !isAllowed && scripts.length > 0) {
    location.reload()
    return
  }
  if (isAllowed) loadThirdPartyScripts(scripts)
  showToast(
    isSaved
      ? { type: 'success', message: 'Your choice is saved in this browser.' }
      : { type: 'warning', message: 'Your browser isn’t saving data, so only what we need will run.' },
  )
}

function scriptList(scripts: readonly ThirdPartyScript[]): HTMLElement {
  return createElement(
    'ul',
    { class: 'consent-scripts' },
    ...scripts.map(({ name, purpose, src }) =>
      createElement('li', {}, createElement('b', {}, name), `: ${purpose} (${new URL(src).host})`),
    ),
  )
}

/** Shows the consent prompt at the end of the page until the visitor chooses. It covers nothing and takes no focus. */
export function promptForConsent(scripts: readonly ThirdPartyScript[]): void {
  const names = scripts.map(({ name }) => name).join(', ')
  document.body.append(
    createElement(
      'section',
      { class: 'consent', 'aria-label': 'Privacy choices' },
      createElement(
        'p',
        {},
        `Can other companies’ scripts run here (${names})? The shop works the same without them. `,
        createElement('a', { href: `${paths.cookieNotice}#privacy-choices` }, 'What they do'),
      ),
      createElement(
        'p',
        { class: 'button-row' },
        button('No', () => choose('necessary', scripts)),
        button('Yes', () => choose('all', scripts)),
      ),
    ),
  )
}

function option(value: ConsentChoice, label: string, isChosen: boolean): HTMLElement {
  const input = createElement('input', { type: 'radio', name: 'choice', value })
  input.checked = isChosen
  return createElement('label', { class: 'consent-option' }, input, label)
}

/** Opens the dialog of privacy choices, which can be changed at any time. */
export function openConsentDialog(scripts: readonly ThirdPartyScript[]): void {
  const { choice, signal } = readPrivacyPreferences()
  const form = createElement(
    'form',
    { method: 'dialog', class: 'consent-form' },
    createElement(
      'fieldset',
      {},
      createElement('legend', { class: 'field-label' }, 'What can run in this browser'),
      option('necessary', 'Only what the shop needs. Nothing is counted.', choice === 'necessary'),
      option(
        'all',
        scripts.length > 0
          ? 'The scripts above too. We’ll count views and purchases, without your name.'
          : 'Count views and purchases, without my name.',
        choice === 'all',
      ),
    ),
    createElement(
      'p',
      { class: 'button-row' },
      createElement('button', { class: 'button' }, 'Save my choice'),
    ),
  )
  const dialog = createElement(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'consent-title' },
    createElement(
      'div',
      { class: 'dialog-body' },
      createElement(
        'div',
        { class: 'dialog-head' },
        createElement('h2', { id: 'consent-title' }, 'Privacy choices'),
        button('Close', () => dialog.close(), 'text-button'),
      ),
      createElement(
        'p',
        {},
        scripts.length > 0
          ? 'These scripts from other companies run only if you say so:'
          : 'We run no scripts from other companies.',
      ),
      scriptList(scripts),
      ...(signal
        ? [
            createElement(
              'p',
              { class: 'note' },
              'Your browser asks us not to sell or share your data (Global Privacy Control). We’ll honor that, whatever you choose here.',
            ),
          ]
        : []),
      form,
    ),
  )
  form.addEventListener('submit', () => {
    const selected = new FormData(form).get('choice')
    if (selected === 'all' || selected === 'necessary') choose(selected, scripts)
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

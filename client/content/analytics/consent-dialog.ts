/** Where a visitor says what may run beyond what the shop needs: a line that blocks nothing, and a dialog. Plain DOM. */
import { allowsThirdPartyScripts, type ConsentChoice } from '../../../schema/content/analytics/consent.ts'
import { paths } from '../../../schema/paths.ts'
import type { ThirdPartyScript } from '../../../schema/platform/analytics/third-party-script.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { readPrivacyPreferences, saveConsentChoice } from './consent.store.ts'
import { loadOutside } from './third-party-scripts.ts'

type Child = Node | string

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

function button(label: string, press: () => void, className = 'button'): HTMLButtonElement {
  const made = make('button', { type: 'button', class: className }, label)
  made.addEventListener('click', press)
  return made
}

/** Keeps the choice. What already runs can only be ended with the page. */
function choose(choice: ConsentChoice, scripts: readonly ThirdPartyScript[]): void {
  const did = allowsThirdPartyScripts(readPrivacyPreferences())
  const isCached = saveConsentChoice(choice, Date.now())
  document.querySelector('.consent')?.remove()
  const may = allowsThirdPartyScripts(readPrivacyPreferences())
  if (did && !may && scripts.length > 0) {
    location.reload()
    return
  }
  if (may) loadOutside(scripts)
  showToast(
    isCached
      ? { type: 'success', message: 'Your choice is kept in this browser.' }
      : { type: 'warning', message: 'Your browser keeps nothing, so only what is needed runs.' },
  )
}

function purposes(scripts: readonly ThirdPartyScript[]): HTMLElement {
  return make(
    'ul',
    { class: 'consent-scripts' },
    ...scripts.map(({ name, purpose, src }) =>
      make('li', {}, make('b', {}, name), `: ${purpose} (${new URL(src).host})`),
    ),
  )
}

/** The question, at the foot of the page, until it is answered. It covers nothing and takes no focus. */
export function promptForConsent(scripts: readonly ThirdPartyScript[]): void {
  const names = scripts.map(({ name }) => name).join(', ')
  document.body.append(
    make(
      'section',
      { class: 'consent', 'aria-label': 'Privacy choices' },
      make(
        'p',
        {},
        `May scripts of others run here (${names})? The shop works the same without. `,
        make('a', { href: `${paths.cookieNotice}#privacy-choices` }, 'What they do'),
      ),
      make(
        'p',
        { class: 'button-row' },
        button('No', () => choose('necessary', scripts)),
        button('Yes', () => choose('all', scripts)),
      ),
    ),
  )
}

function option(value: ConsentChoice, label: string, isChosen: boolean): HTMLElement {
  const input = make('input', { type: 'radio', name: 'choice', value })
  input.checked = isChosen
  return make('label', { class: 'consent-option' }, input, label)
}

/** The choices as a dialog; they can be changed at any time. */
export function openConsentDialog(scripts: readonly ThirdPartyScript[]): void {
  const { choice, signal } = readPrivacyPreferences()
  const form = make(
    'form',
    { method: 'dialog', class: 'consent-form' },
    make(
      'fieldset',
      {},
      make('legend', { class: 'field-label' }, 'What may run in this browser'),
      option('necessary', 'Only what the shop needs. Nothing is counted.', choice === 'necessary'),
      option(
        'all',
        scripts.length > 0
          ? 'Also the scripts above; views and purchases are counted without a name.'
          : 'Views and purchases may be counted, without a name.',
        choice === 'all',
      ),
    ),
    make('p', { class: 'button-row' }, make('button', { class: 'button' }, 'Keep this')),
  )
  const dialog = make(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'consent-title' },
    make(
      'div',
      { class: 'dialog-body' },
      make(
        'div',
        { class: 'dialog-head' },
        make('h2', { id: 'consent-title' }, 'Privacy choices'),
        button('Close', () => dialog.close(), 'text-button'),
      ),
      make(
        'p',
        {},
        scripts.length > 0
          ? 'These scripts of others run only if you say so:'
          : 'This shop runs no scripts of others.',
      ),
      purposes(scripts),
      ...(signal
        ? [
            make(
              'p',
              { class: 'note' },
              'Your browser asks us not to sell or share (Global Privacy Control). We hold to that, whatever stands here.',
            ),
          ]
        : []),
      form,
    ),
  )
  form.addEventListener('submit', () => {
    const chosen = new FormData(form).get('choice')
    if (chosen === 'all' || chosen === 'necessary') choose(chosen, scripts)
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

import { html } from 'hono/html'
import { type Html, page } from '../pages/page.ts'
import { PEOPLE } from './people.ts'

/** Lists the people as links: a form's redirect to the shop would violate this page's `form-action`. */
export function consentPage(provider: string, client: string, query: URLSearchParams): Html {
  const link = (person: string) => {
    const chosen = new URLSearchParams(query)
    chosen.set('person', person)
    return `?${chosen}`
  }
  return page(
    `Sign in with ${provider}`,
    '',
    html`<p class="lead">Here ${provider} would ask who you are and whether <strong>${client}</strong> may know your name and
  address. This is the sandbox: choose someone.</p>
<ul class="doors">
  ${PEOPLE.map(
    (person) =>
      html`<li><a href="${link(person.id)}">${person.firstName} ${person.lastName}</a> –
      ${person.email ?? 'no address'}; ${person.note}</li>`,
  )}
  <li><a href="${link('nobody')}">Cancel</a></li>
</ul>`,
  )
}

/** /contacts/: the contact form, phone numbers and stores. */
import type { Context } from 'hono'
import ContactForm from '../../../client/content/pages/contact-form.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import {
  CONTACT_MESSAGES,
  type ContactErrors,
  type ContactTexts,
  NO_CONTACT,
} from '../../../schema/content/pages/contact.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { StoreDetails } from './store-pages.page.tsx'

/** The texts and errors of a refused form. */
export interface ContactFormState {
  texts: ContactTexts
  errors: ContactErrors
  problem: string | null
}

/** Renders the page; `refused` is set in the response to a refused form (422), which is not cached. */
export async function contactsPage(c: Context<AppEnv>, refused?: ContactFormState): Promise<Response> {
  const stores = await allStores(c.env.DB)
  const { texts, errors, problem } = refused ?? { texts: NO_CONTACT, errors: {}, problem: null }
  const sent = c.req.query('sent') === '1'
  return contentPage(c, {
    title: 'Contact',
    description:
      'Write to us, call us or come by: phone numbers, addresses and hours of our stores in Chicago.',
    canonical: refused || sent ? null : paths.contacts,
    ...(refused ? { status: 422 } : {}),
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>Contact</h1>
        <p>Call us. A tire person answers. Have your tire or order number handy.</p>
        <section>
          <h2>Write to us</h2>
          {sent ? (
            <Alert>{CONTACT_MESSAGES.sent}</Alert>
          ) : (
            <Island
              name="contact-form"
              when="interaction"
              component={ContactForm}
              props={{ action: paths.contactForm, texts, errors, problem }}
            />
          )}
        </section>
        {stores.map((store) => (
          <section key={store.path}>
            <h2>
              <a href={store.path}>{store.name}</a>
            </h2>
            <StoreDetails store={store} />
          </section>
        ))}
      </article>
    ),
  })
}

/** The newsletter form at the end of every page; client/content/newsletter/newsletter-loader.ts handles it in the browser. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { paths } from '../../../schema/paths.ts'

/** Renders the form. The form of the newsletter page has another `id` than that of the footer. */
export function NewsletterForm({ id = 'newsletter' }: { id?: string }) {
  return (
    <form className="newsletter" method="post" action={paths.newsletterForm} data-newsletter="" noValidate>
      <input type="hidden" name="action" value="subscribe" />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Email, for 10% off your first order
        </label>
        <input
          className="input"
          id={id}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={60}
          aria-describedby={`${id}-says`}
        />
      </div>
      <Button type="submit">Subscribe</Button>
      <p className="newsletter-says" id={`${id}-says`} role="status" />
    </form>
  )
}

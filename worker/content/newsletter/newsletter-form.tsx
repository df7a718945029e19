/** The newsletter's form at the foot of every page; client/content/newsletter/newsletter-loader.ts answers it in place. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { paths } from '../../../schema/paths.ts'

/** `id` differs between the form of the footer and that of the page. */
export function NewsletterForm({ id = 'newsletter' }: { id?: string }) {
  return (
    <form className="newsletter" method="post" action={paths.newsletterForm} data-newsletter="" noValidate>
      <input type="hidden" name="action" value="subscribe" />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          E-mail, for 10% off your first order
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

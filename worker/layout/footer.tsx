import { paths } from '../../schema/paths.ts'
import { RETURN_LINK_LABEL } from '../../schema/platform/return-terms.ts'
import { FOOTER, LEGAL } from '../../schema/platform/site-links.ts'
import { Wordmark } from '../catalog/landing/wordmark.tsx'
import { NewsletterForm } from '../content/newsletter/newsletter-form.tsx'

/** Renders links as items of a list. */
export function LinkItems({ links }: { links: readonly { label: string; href: string }[] }) {
  return links.map(({ label, href }) => (
    <li key={href}>
      <a href={href}>{label}</a>
    </li>
  ))
}

export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-columns">
          <div>
            <Wordmark />
            <p>
              New, used, retread and driven-once tires. Every used tire passes two inspections and has a
              one-year warranty. No tires made before 2011.
            </p>
            <p>We deliver to the 48 contiguous states, not to Hawaii, Alaska, Puerto Rico or Canada.</p>
            <NewsletterForm />
          </div>
          {FOOTER.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                <LinkItems links={links} />
              </ul>
            </div>
          ))}
        </div>
        <ul className="footer-legal">
          <LinkItems links={LEGAL} />
        </ul>
      </div>
    </footer>
  )
}

export function MinimalFooter() {
  const links = [
    { label: 'Delivery', href: paths.delivery },
    { label: RETURN_LINK_LABEL, href: paths.returns },
    { label: 'Privacy', href: paths.privacyPolicy },
    { label: 'Terms', href: paths.terms },
  ]
  return (
    <footer className="footer-minimal">
      <ul className="wrap">
        <LinkItems links={links} />
      </ul>
    </footer>
  )
}

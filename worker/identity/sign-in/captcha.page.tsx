/** The page that shows the captcha for a form and sends the form again with its response. Never cached. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { appPolicy } from '../../platform/security/content-policy.ts'

/** The field that the captcha widget adds to the form. */
export const CAPTCHA_FIELD = 'cf-turnstile-response'

const TITLE = 'Are you a person?'

interface CaptchaForm {
  /** The URL of the form. */
  action: string
  /** The typed fields. */
  fields: readonly (readonly [name: string, value: string])[]
  captcha: { siteKey: string; url: string }
  problem: string | null
}

/** Renders the captcha page of a form. */
export async function captchaPage(c: Context<AppEnv>, form: CaptchaForm): Promise<Response> {
  const config = c.get('config')
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  // The same policy as on the pages of the app that have a captcha.
  const { enforced, reportOnly } = appPolicy(nonce, config, paths.register)
  c.header('Content-Security-Policy', enforced)
  if (reportOnly) c.header('Content-Security-Policy-Report-Only', reportOnly)
  c.header('Cache-Control', 'private, no-store')
  return contentPage(c, {
    title: TITLE,
    description: TITLE,
    canonical: null,
    status: 422,
    layout: 'minimal',
    kind: 'text',
    body: (
      <article className="wrap prose">
        <CaptchaContent {...form} />
      </article>
    ),
    otherScript: {
      element: <script src={`${form.captcha.url}/turnstile/v0/api.js`} nonce={nonce} async defer />,
      origins: [form.captcha.url],
    },
  })
}

function CaptchaContent({ action, fields, captcha, problem }: CaptchaForm) {
  return (
    <>
      <h1>{TITLE}</h1>
      <p>
        We check for bots once before your form goes out. We’ve saved what you typed and haven’t sent it yet.
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <form method="post" action={action}>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="cf-turnstile" data-sitekey={captcha.siteKey} />
        <noscript>
          <Alert tone="error">
            This check needs JavaScript. Without it we can’t take the form, but you can call or visit:{' '}
            <a href={paths.contacts}>phone numbers and stores</a>.
          </Alert>
        </noscript>
        <p className="button-row">
          <Button type="submit" kind="buy">
            Send it
          </Button>
        </p>
      </form>
    </>
  )
}

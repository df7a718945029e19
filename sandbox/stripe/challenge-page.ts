import { html } from 'hono/html'
import type { Html } from '../pages/page.ts'
import type { Challenge } from './challenge.ts'

/** Returns the bank's 3-D Secure page; works in a frame (with the script) and alone (without). */
export function challengePage(challenge: Challenge, secret: string): Html {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    challenge.amount / 100,
  )
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>3-D Secure test page</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/assets/page.css">
    <script src="/assets/challenge.js"></script>
  </head>
  <body class="challenge">
    <main>
      <h1>3-D Secure test page</h1>
      <p>Here a bank would ask its customer to confirm a payment of <strong>${amount}</strong>.
        This is the sandbox: choose what the bank's answer is.</p>
      ${
        challenge.open
          ? html`<form method="post" action="/3ds/${challenge.id}">
        <input type="hidden" name="client_secret" value="${secret}">
        <button class="primary" name="result" value="succeed">Complete authentication</button>
        <button name="result" value="fail">Fail authentication</button>
      </form>
      <p role="alert" id="trouble"></p>`
          : html`<p>There’s nothing to authenticate for this payment. You can close this page.</p>`
      }
    </main>
  </body>
</html>`
}

import { html } from 'hono/html'
import type { Html } from '../pages/page.ts'

function frame(title: string, style: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/assets/${style}.css">
    <script src="/assets/wallet-frame.js" defer></script>
  </head>
  ${body}
</html>`
}

/** Returns the frame with the wallets' buttons. */
export function expressButtonsFrame(): Html {
  return frame(
    'Secure payment buttons',
    'frame',
    html`<body class="wallets">
    <button type="button" data-press="apple_pay">Apple Pay</button>
    <button type="button" data-press="google_pay">Google Pay</button>
  </body>`,
  )
}

/** Returns the wallet's sheet; the browser or the phone shows the real one. */
export function walletSheetFrame(): Html {
  return frame(
    'Wallet',
    'page',
    html`<body class="challenge">
    <main>
      <h1>Wallet</h1>
      <p>Here the wallet would show its addresses and cards. This is the sandbox: choose what happens.</p>
      <form id="sheet">
        <p><label for="address">Ship to</label>
        <select id="address" name="address">
          <option value="chicago">1458 N Wood St, Chicago, IL 60622</option>
          <option value="austin">1100 Congress Ave, Austin, TX 78701</option>
          <option value="honolulu">415 S Beretania St, Honolulu, HI 96813</option>
          <option value="mismatch">1458 N Wood St, Chicago, TX 60622, with the wrong state</option>
        </select></p>
        <p><label for="card">Card</label>
        <select id="card" name="card">
          <option value="4242424242424242">Visa, approved</option>
          <option value="4000000000000002">Visa, declined by the bank</option>
          <option value="4000002500003155">Visa, with authentication</option>
        </select></p>
        <p id="rate"></p>
        <div id="rows" role="status"></div>
        <p role="alert" id="problem"></p>
        <button class="primary" name="pay" disabled>Pay</button>
        <button name="cancel" formnovalidate>Cancel</button>
      </form>
    </main>
  </body>`,
  )
}

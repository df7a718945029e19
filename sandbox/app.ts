import { Hono } from 'hono'
import { affirmRoutes } from './affirm/routes.ts'
import { afterpayRoutes } from './afterpay/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { controlRoutes } from './control/routes.ts'
import type { Env } from './env.ts'
import { mailRoutes } from './mail/routes.ts'
import { homePage } from './pages/home-page.ts'
import { paypalRoutes } from './paypal/routes.ts'
import { facebookRoutes } from './sign-in/facebook-routes.ts'
import { googleRoutes } from './sign-in/google-routes.ts'
import { stripePageRoutes } from './stripe/page-routes.ts'
import { stripeRoutes } from './stripe/routes.ts'

/** Answers requests to every service of the sandbox: in its Durable Object, or inside a test. */
export const app = new Hono<{ Bindings: Env }>()

app.get('/', (c) => c.html(homePage()))
app.get('/health', (c) => c.json({ ok: true }))
app.route('/', paypalRoutes) // /v1/oauth2, /v1/notifications, /v2/checkout/orders, /v2/payments/captures, /checkoutnow, /paypal
app.route('/', stripeRoutes) // /v1/*
app.route('/', stripePageRoutes) // /stripe, /elements/payment, /3ds/:id
app.route('/', afterpayRoutes) // /v2/checkouts, /v2/payments, /us/checkout, /afterpay
app.route('/', affirmRoutes) // /api/v2/checkout, /api/v1/transactions, /checkout, /affirm
app.route('/', mailRoutes) // /emails, /mailbox, /mailbox.json
app.route('/', googleRoutes) // /o/oauth2/v2/auth, /token, /oauth2/v3/certs
app.route('/', facebookRoutes) // /v23.0/*
app.route('/', captchaRoutes) // /turnstile/v0/siteverify
app.route('/', controlRoutes) // /control/*

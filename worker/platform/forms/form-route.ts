/**
 * Handles a posted form: checks that a page of the shop sent it and that it is small, parses it with a schema and calls
 * `run`. A script that accepts JSON receives the envelope; a browser receives a redirect with 303 or a page.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { wantsJson } from '../http/wants-json.ts'
import { forbiddenPage } from '../page/forbidden.tsx'
import { setFlashState } from './flash-cookie.ts'
import { limitForm, readFormTexts } from './form-body.ts'

type MaybePromise<Value> = Value | Promise<Value>

/** The response to a form, for scripts and for browsers. */
export interface FormAnswer {
  /** Code of the JSON envelope; a page sets its own status. */
  status: number
  /** Result of the JSON envelope. */
  result: unknown
  /** The address of the redirect with 303 for a browser, or a function that renders a page. */
  to: string | (() => MaybePromise<Response>)
  /** The message for the page after the redirect. */
  flash?: FlashFormState | null
}

/** A schema for forms that only need their texts. */
export const FORM_TEXTS = v.custom<FormTexts>(() => true)

interface FormRoute<Schema extends v.GenericSchema, Body> {
  path?: string
  schema: Schema
  /** Responds to a form that the schema refuses; 404 by default. */
  refuse?: (c: Context<AppEnv>, body: Body) => MaybePromise<FormAnswer | Response>
  run: (c: Context<AppEnv>, form: v.InferOutput<Schema>, body: Body) => MaybePromise<FormAnswer | Response>
  /** Reads the body; by default `readFormTexts`, which does not support files and lists. */
  read?: (c: Context<AppEnv>) => Promise<Body>
  /** Refuses a request before its body is read; `null` lets it go on. */
  guard?: (c: Context<AppEnv>) => MaybePromise<Response | null>
  /** Limits the size of the body; by default `limitForm()`, which is too small for files. */
  bodyLimit?: MiddlewareHandler
  /** True if a signed link authorizes the request, which other sites do not have. */
  allowCrossSite?: boolean
}

/** Creates the route of one form. Requests from other sites are refused unless `allowCrossSite` is set. */
export function formRoute<Schema extends v.GenericSchema, Body = FormTexts>(
  route: FormRoute<Schema, Body>,
): Hono<AppEnv> {
  const read = route.read ?? (readFormTexts as (c: Context<AppEnv>) => Promise<Body>)
  const guard: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!route.allowCrossSite && !isSameOrigin(c.req.raw)) return forbiddenPage(c)
    return (await route.guard?.(c)) ?? next()
  }
  return new Hono<AppEnv>().post(route.path ?? '/', guard, route.bodyLimit ?? limitForm(), async (c) => {
    const body = await read(c)
    const form = v.safeParse(route.schema, body)
    const outcome = form.success
      ? await route.run(c, form.output, body)
      : await (route.refuse?.(c, body) ?? c.notFound())
    return outcome instanceof Response ? outcome : answerForm(c, outcome)
  })
}

/** Responds with JSON if the request accepts it, otherwise with the redirect or the page. */
export function answerForm(
  c: Context<AppEnv>,
  { status, result, to, flash }: FormAnswer,
): MaybePromise<Response> {
  if (wantsJson(c)) return reply(c, status, result)
  if (flash) setFlashState(c, flash)
  return typeof to === 'string' ? c.redirect(to, 303) : to()
}

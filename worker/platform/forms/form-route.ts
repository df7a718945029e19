/**
 * The one way to answer a posted form: a page of the shop sent it, it is small, a schema parses it, `run` applies it. A
 * script that asks for JSON gets the envelope; a browser is redirected with 303 or gets the page.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { wantsJson } from '../http/wants-json.ts'
import { forbiddenPage } from '../page/forbidden.tsx'
import { setFlashState } from './flash-cookie.ts'
import { formTexts, limitForm } from './form-body.ts'

type MaybePromise<Value> = Value | Promise<Value>

/** What came of a form, for scripts and for browsers. */
export interface FormAnswer {
  /** Code of the JSON envelope; a page sets its own status. */
  status: number
  /** Result of the JSON envelope. */
  result: unknown
  /** Where a browser goes with 303, or the page that it gets at once. */
  to: string | (() => MaybePromise<Response>)
  /** What the next page says, once. */
  flash?: FlashFormState | null
}

/** The texts of a form by their names. */
export type FormTexts = Readonly<Record<string, string | undefined>>

/** A schema for forms that only need their texts. */
export const FORM_TEXTS = v.custom<FormTexts>(() => true)

interface FormRoute<Schema extends v.GenericSchema, Body> {
  path?: string
  schema: Schema
  /** Answers a form that the schema refuses. */
  refuse?: (c: Context<AppEnv>, body: Body) => MaybePromise<FormAnswer | Response>
  run: (c: Context<AppEnv>, form: v.InferOutput<Schema>, body: Body) => MaybePromise<FormAnswer | Response>
  /** Reads the body; `formTexts` unless the form has files or lists. */
  read?: (c: Context<AppEnv>) => Promise<Body>
  /** Bounds the body; `limitForm()` unless the form has files. */
  bound?: MiddlewareHandler
  /** True where a signed link or the staff session decides, which other sites do not have. */
  fromAnySite?: boolean
}

/** Mounts one form; every form of the shop is refused from other sites unless it says otherwise. */
export function formRoute<Schema extends v.GenericSchema, Body = FormTexts>(
  route: FormRoute<Schema, Body>,
): Hono<AppEnv> {
  const read = route.read ?? (formTexts as (c: Context<AppEnv>) => Promise<Body>)
  return new Hono<AppEnv>().post(route.path ?? '/', route.bound ?? limitForm(), async (c) => {
    if (!route.fromAnySite && !isSameOrigin(c.req.raw)) return forbiddenPage(c)
    const body = await read(c)
    const form = v.safeParse(route.schema, body)
    const outcome = form.success
      ? await route.run(c, form.output, body)
      : await (route.refuse?.(c, body) ?? c.notFound())
    return outcome instanceof Response ? outcome : answerForm(c, outcome)
  })
}

/** Answers JSON where it is asked for, else the redirect or the page. */
export function answerForm(
  c: Context<AppEnv>,
  { status, result, to, flash }: FormAnswer,
): MaybePromise<Response> {
  if (wantsJson(c)) return reply(c, status, result)
  if (flash) setFlashState(c, flash)
  return typeof to === 'string' ? c.redirect(to, 303) : to()
}

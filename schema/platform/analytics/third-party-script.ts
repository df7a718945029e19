/** Third-party scripts of the configuration. They are optional and run only after a visitor's consent. */
import * as v from 'valibot'

/** HTTPS, or localhost during development. */
const SOURCE = v.pipe(
  v.string(),
  v.url(),
  v.regex(/^https:\/\/[^/?#@]+\/|^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\//),
)

/**
 * `THIRD_PARTY_SCRIPTS`: `[{"name": "…", "src": "https://…", "purpose": "…", "integrity": "sha384-…", "trustedTypes":
 * ["…"]}]`.
 */
export const THIRD_PARTY_SCRIPTS = v.pipe(
  v.string(),
  v.parseJson(),
  v.pipe(
    v.array(
      v.object({
        name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
        src: SOURCE,
        /** Purpose of the script, shown to visitors. */
        purpose: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
        integrity: v.optional(v.pipe(v.string(), v.regex(/^sha(256|384|512)-[\w+/]+={0,2}$/))),
        /** Names of the Trusted Types policies that the script may create. */
        trustedTypes: v.optional(
          v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w\-#=/@.%]{1,60}$/))), v.maxLength(5)),
        ),
      }),
    ),
    v.maxLength(10),
  ),
)
export type ThirdPartyScript = v.InferOutput<typeof THIRD_PARTY_SCRIPTS>[number]

/** Returns the origins of the scripts, each once. */
export function thirdPartyScriptOrigins(scripts: readonly ThirdPartyScript[]): string[] {
  return [...new Set(scripts.flatMap(({ src }) => /^https?:\/\/[^/]+/.exec(src)?.[0] ?? []))]
}

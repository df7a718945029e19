import { badParam, type Failure } from './failure.ts'
import { type FormRecord, isRecord } from './form.ts'

/** Refuses every name that the endpoint does not know: a misspelled parameter must not pass in silence. */
export function unknownParam(params: FormRecord, known: readonly string[]): Failure | null {
  const stray = Object.keys(params).find((name) => !known.includes(name))
  return stray === undefined
    ? null
    : badParam(stray, 'parameter_unknown', `Received unknown parameter: ${stray}`)
}

/** A text parameter, or undefined when absent. */
export function textOf(params: FormRecord, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A text parameter that must be there. */
export function requiredText(params: FormRecord, name: string): string | Failure {
  return textOf(params, name) ?? badParam(name, 'parameter_missing', `Missing required param: ${name}.`)
}

/** `true`, `false` or absent. */
export function flagOf(params: FormRecord, name: string): boolean | undefined | Failure {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (value === 'true') return true
  if (value === 'false') return false
  return badParam(name, undefined, `Invalid boolean: ${String(value)}`)
}

/** A positive amount in the currency's smallest unit, or undefined when absent. */
export function amountOf(params: FormRecord, name: string): number | undefined | Failure {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
    return badParam(name, 'parameter_invalid_integer', `Invalid integer: ${String(value)}`)
  }
  const amount = Number(value)
  if (amount < 1) {
    return badParam(name, 'parameter_invalid_integer', 'This value must be greater than or equal to 1.')
  }
  if (amount > 99_999_999) {
    return badParam(name, 'amount_too_large', 'Amount must be no more than $999,999.99')
  }
  return amount
}

/** A nested record of texts such as `metadata`; anything deeper is left out. */
export function textsOf(params: FormRecord, name: string): Record<string, string> {
  const value = params[name]
  if (!isRecord(value)) return {}
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(pairs)
}

/** A nested record, empty when absent. */
export function recordOf(params: FormRecord, name: string): FormRecord {
  const value = params[name]
  return isRecord(value) ? value : {}
}

/** A list of texts, empty when absent. */
export function listOf(params: FormRecord, name: string): string[] {
  const value = params[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** One word of a fixed set, or undefined when absent. */
export function wordOf<Word extends string>(
  params: FormRecord,
  name: string,
  words: readonly Word[],
): Word | undefined | Failure {
  const value = textOf(params, name)
  if (value === undefined) return undefined
  const word = words.find((candidate) => candidate === value)
  return word ?? badParam(name, undefined, `Invalid ${name}: must be one of ${words.join(', ')}`)
}

import { badParam, type Failure } from './failure.ts'
import { type FormRecord, isRecord } from './form.ts'

/** Refuses unknown parameters, so that a misspelled name is not ignored. */
export function unknownParam(params: FormRecord, known: readonly string[]): Failure | null {
  const unknown = Object.keys(params).find((name) => !known.includes(name))
  return unknown === undefined
    ? null
    : badParam(unknown, 'parameter_unknown', `Received unknown parameter: ${unknown}`)
}

/** Returns a text parameter, or undefined when absent. */
export function textOf(params: FormRecord, name: string): string | undefined {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a required text parameter. */
export function requiredText(params: FormRecord, name: string): string | Failure {
  return textOf(params, name) ?? badParam(name, 'parameter_missing', `Missing required param: ${name}.`)
}

/** Returns a boolean parameter, or undefined when absent. */
export function flagOf(params: FormRecord, name: string): boolean | undefined | Failure {
  const value = params[name]
  if (value === undefined || value === '') return undefined
  if (value === 'true') return true
  if (value === 'false') return false
  return badParam(name, undefined, `Invalid boolean: ${String(value)}`)
}

/** Returns a positive amount in the currency's smallest unit, or undefined when absent. */
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

/** Returns a nested record of texts such as `metadata`, without deeper values. */
export function textsOf(params: FormRecord, name: string): Record<string, string> {
  const value = params[name]
  if (!isRecord(value)) return {}
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(pairs)
}

/** Returns a nested record, empty when absent. */
export function recordOf(params: FormRecord, name: string): FormRecord {
  const value = params[name]
  return isRecord(value) ? value : {}
}

/** Returns a list of texts, empty when absent. */
export function listOf(params: FormRecord, name: string): string[] {
  const value = params[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Returns one of a fixed set of values, or undefined when absent. */
export function choiceOf<Choice extends string>(
  params: FormRecord,
  name: string,
  choices: readonly Choice[],
): Choice | undefined | Failure {
  const value = textOf(params, name)
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  return choice ?? badParam(name, undefined, `Invalid ${name}: must be one of ${choices.join(', ')}`)
}

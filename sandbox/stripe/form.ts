/** A value of Stripe's form encoding: text, list or nested record. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type FormRecord = { [key: string]: FormValue }

/**
 * Decodes Stripe's bracket notation: `a=1&b[c]=2&d[0]=x&d[]=y` → `{a:'1', b:{c:'2'}, d:['x','y']}`.
 * Records have no prototype, so that a key such as `__proto__` is only a key.
 */
export function decodeForm(text: string): FormRecord {
  const root: FormRecord = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) setValue(root, pathOf(name), value)
  return asLists(root) as FormRecord
}

/** Splits `a[b][0]` into `['a','b','0']`; an empty bracket stands for the next index of a list. */
function pathOf(name: string): string[] {
  const start = name.indexOf('[')
  if (start <= 0) return [name]
  return [name.slice(0, start), ...[...name.slice(start).matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? '')]
}

function setValue(record: FormRecord, path: string[], value: string): void {
  const [head = '', ...rest] = path
  const key = head === '' ? String(Object.keys(record).length) : head
  if (rest.length === 0) {
    record[key] = value
    return
  }
  const next = record[key]
  const child: FormRecord = isRecord(next) ? next : Object.create(null)
  record[key] = child
  setValue(child, rest, value)
}

function asLists(value: FormValue): FormValue {
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  const entries = keys.map((key) => [key, asLists(value[key] ?? '')] as const)
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) return entries.map(([, item]) => item)
  const record: FormRecord = Object.create(null)
  for (const [key, item] of entries) record[key] = item
  return record
}

/** Checks whether the value is a nested record. */
export function isRecord(value: FormValue | undefined): value is FormRecord {
  return typeof value === 'object' && !Array.isArray(value)
}

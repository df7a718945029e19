/** All that was typed, as hidden fields of a form that sends it again (H14a). Files are not among them. */
export function HiddenFields({ body }: { body: Readonly<Record<string, unknown>> }) {
  return Object.entries(body)
    .flatMap(([name, value]) =>
      [value].flat().flatMap((text) => (typeof text === 'string' ? [{ name, text }] : [])),
    )
    .map(({ name, text }, index) => (
      <input key={`${name} ${String(index)}`} type="hidden" name={name} value={text} />
    ))
}

/** Renders the selected bundle parts and custom options of a line; nothing when there are none. */
export function ChoiceList({ choices }: { choices: readonly { label: string; value: string }[] }) {
  if (choices.length === 0) return null
  return (
    <dl className="choices t-14">
      {choices.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

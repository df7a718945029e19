/** What was chosen for a bundle, or answered to a product's questions; nothing where nothing was. */
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

import { Button } from '../../platform/ui/button.tsx'

/** Renders a button that prints the page; the print styles hide what is not part of the report. Needs JavaScript. */
export default function PrintButton({ label }: { label: string }) {
  return (
    <Button className="if-script" onClick={() => print()}>
      {label}
    </Button>
  )
}

import { Button } from '../../platform/ui/button.tsx'

/** Prints the page; the style sheet for paper leaves what belongs on it. Without JavaScript the browser's menu prints. */
export default function PrintButton({ label }: { label: string }) {
  return (
    <Button className="if-script" onClick={() => print()}>
      {label}
    </Button>
  )
}

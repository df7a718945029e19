import { useRouter } from '@tanstack/react-router'
import { Alert } from '../platform/ui/alert.tsx'
import { Button } from '../platform/ui/button.tsx'

/** Replaces a page whose data could not be read. The error itself is in the server's log. */
export function LoadError() {
  const router = useRouter()
  return (
    <div className="wrap section">
      <h1 className="t-64">We couldn’t load this page</h1>
      <div className="app-trouble">
        <Alert tone="error">Your cart is safe. Please try again.</Alert>
        <p className="button-row">
          <Button onClick={() => void router.invalidate()}>Try again</Button>
        </p>
      </div>
    </div>
  )
}

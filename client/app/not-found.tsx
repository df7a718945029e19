import { paths } from '../../schema/paths.ts'
import { EmptyState } from '../platform/ui/empty-state.tsx'

/** The page for an address of the app without a route. */
export function NotFound() {
  return (
    <div className="wrap section">
      <EmptyState
        level="h1"
        title="404 Page Not Found"
        action={{ href: paths.home, label: 'Find tires' }}
        other={{ href: paths.cart, label: 'Cart' }}
      >
        <p>We couldn’t find this page.</p>
      </EmptyState>
    </div>
  )
}

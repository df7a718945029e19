import { paths } from '../../schema/paths.ts'
import { NOT_FOUND } from '../../schema/platform/not-found.ts'
import { EmptyState } from '../platform/ui/empty-state.tsx'

/** The page for an address of the app without a route. */
export function NotFound() {
  return (
    <div className="wrap section">
      <EmptyState
        level="h1"
        title={NOT_FOUND.title}
        action={{ href: paths.home, label: 'Find tires' }}
        other={{ href: paths.cart, label: 'Cart' }}
      >
        <p>{NOT_FOUND.text}</p>
      </EmptyState>
    </div>
  )
}

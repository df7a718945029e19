import { type ReactNode, useEffect, useRef, useState } from 'react'
import { listingHref, parseSearchUrl } from '../../schema/domain/listing-url.ts'
import { listenToListing, swapListing } from './swap-listing.ts'

/** The address that the form asks for, in the one spelling that listings have. */
function addressOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])
  return listingHref(new URL(form.action).pathname, parseSearchUrl(fields))
}

/**
 * Filters act as soon as they are ticked. The form is the server's and stays so: React holds only the frame, and
 * the form inside is exchanged together with the list.
 */
export default function Filters({ form }: { form?: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')

  useEffect(() => {
    const element = frame.current
    if (!element) return
    listenToListing(setSaid)
    const ask = (target: HTMLFormElement, keepFocusOn?: string) => {
      void swapListing(addressOf(target), { keepFocusOn }).then((words) => {
        if (words !== null) setSaid(words)
      })
    }
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.form) ask(target.form, target.id)
    }
    const onSubmit = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      // In the panel of a small screen the list is already right: the button closes the panel.
      const panel = element.closest<HTMLElement>('[popover]')
      if (panel?.matches(':popover-open')) panel.hidePopover()
      else ask(event.target)
    }
    element.addEventListener('change', onChange)
    element.addEventListener('submit', onSubmit)
    return () => {
      element.removeEventListener('change', onChange)
      element.removeEventListener('submit', onSubmit)
    }
  }, [])

  return (
    <>
      {form ? (
        <div ref={frame} data-swap="filters">
          {form}
        </div>
      ) : (
        <div
          ref={frame}
          data-swap="filters"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: keeps what the server has put there
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

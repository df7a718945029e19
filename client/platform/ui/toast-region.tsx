/** Where notices appear; one per document. The words arrive by `notify` (client/platform/ui/toast.ts). */
export function ToastRegion() {
  return (
    <div className="notices" data-notices="">
      <div role="status" aria-live="polite" />
      <div role="alert" aria-live="assertive" />
    </div>
  )
}

/** Renders the region of the toasts, once per document. `showToast` fills it (client/platform/ui/toast.ts). */
export function ToastRegion() {
  return (
    <div className="notices" data-notices="">
      <div role="status" aria-live="polite" />
      <div role="alert" aria-live="assertive" />
    </div>
  )
}

/** Keeps the screen on while the page is open and visible (H14), where the browser can. */
import { useEffect } from 'react'

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      // The browser refuses it to save the battery, for example; the page works without.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
      if (isOver) await lock?.release()
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}

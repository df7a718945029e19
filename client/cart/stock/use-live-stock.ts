/** The current stock of a page's units, read when its buy box is hydrated and when the page becomes visible. */
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../platform/api/call-api.ts'

/** The part of a stock reply that a page uses. */
interface StockLine {
  qty: number
  manage_stock: boolean
  is_in_stock: boolean
}

export interface LiveStock {
  /** Units left by SKU; `null` without stock control. SKUs that were not read yet are absent. */
  left: Readonly<Record<string, number | null>>
  loading: boolean
  /** Resolves when no request is running. */
  settled: () => Promise<void>
}

/** Reads the stock of `skus` (at most 15, one call); nothing for an empty list. A failed call changes nothing. */
export function useLiveStock(skus: readonly string[]): LiveStock {
  const [left, setLeft] = useState<LiveStock['left']>({})
  const [loading, setLoading] = useState(false)
  const request = useRef<Promise<void>>(Promise.resolve())
  const list = skus.slice(0, 15).join(',')
  useEffect(() => {
    if (list === '') return
    const names = list.split(',')
    const read = async () => {
      setLoading(true)
      const outcome = await callApi<StockLine[]>(`/api/stock/list?skus=${encodeURIComponent(list)}`)
      if (!outcome.ok) console.warn('Stock sync failed', outcome.code)
      else if (outcome.value.length === names.length) {
        const units = outcome.value.map(({ qty, manage_stock, is_in_stock }, index) => [
          names[index],
          manage_stock ? (is_in_stock ? qty : 0) : null,
        ])
        setLeft(Object.fromEntries(units))
      }
      setLoading(false)
    }
    const refresh = () => {
      if (!document.hidden) request.current = read()
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [list])
  return { left, loading, settled: () => request.current }
}

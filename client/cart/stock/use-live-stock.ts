/** What is left of the units of a page, asked anew when its buy box wakes or the page comes back into view. */
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../platform/api/call-api.ts'

/** The part of a stock reply that a page uses. */
interface StockLine {
  qty: number
  manage_stock: boolean
  is_in_stock: boolean
}

export interface LiveStock {
  /** Units left by sku; skus that nobody has asked about yet are absent. */
  left: Readonly<Record<string, number | null>>
  loading: boolean
  /** Resolves when no request is under way. */
  settled: () => Promise<void>
}

/** Asks for `skus` (at most 15, one batch); with none it never asks. An answer that does not come changes nothing. */
export function useLiveStock(skus: readonly string[]): LiveStock {
  const [left, setLeft] = useState<LiveStock['left']>({})
  const [loading, setLoading] = useState(false)
  const reading = useRef<Promise<void>>(Promise.resolve())
  const list = skus.slice(0, 15).join(',')
  useEffect(() => {
    if (list === '') return
    const names = list.split(',')
    const read = async () => {
      setLoading(true)
      const answer = await callApi<StockLine[]>(`/api/stock/list?skus=${encodeURIComponent(list)}`)
      if (answer.ok && answer.value.length === names.length) {
        const lines = answer.value
        setLeft(
          Object.fromEntries(
            names.map((sku, index) => {
              const line = lines[index]
              return [sku, line?.manage_stock ? (line.is_in_stock ? line.qty : 0) : null]
            }),
          ),
        )
      }
      if (!answer.ok) console.warn('Stock sync failed', answer.code)
      setLoading(false)
    }
    const again = () => {
      if (!document.hidden) reading.current = read()
    }
    again()
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [list])
  return { left, loading, settled: () => reading.current }
}

/** Opens this phone's intakes and keeps them up to date on the page (H14). */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { reserveNumbers, sendTask } from './calls/send-task.ts'
import { createIntakeStore, type IntakeState, type IntakeStore } from './queue/intake.store.ts'
import { type IntakeDatabase, openIntakeDatabase } from './queue/intake-database.ts'
import { unsentIntakes } from './queue/unsent-intakes.store.ts'

export interface OpenIntakes {
  store: IntakeStore
  database: IntakeDatabase
}

const NOTHING: IntakeState = {
  intakes: [],
  connection: 'online',
  waiting: { count: 0, isLate: false, refused: 0 },
}

/** Returns the intakes of a person; `null` until the browser has opened them. */
export function useIntakeStore(staffId: number): OpenIntakes | null {
  const [opened, setOpened] = useState<OpenIntakes | null>(null)
  useEffect(() => {
    let isOver = false
    let resume = () => {}
    void (async () => {
      const database = await openIntakeDatabase()
      const store = await createIntakeStore({
        database,
        staffId,
        send: sendTask,
        reserve: reserveNumbers,
        now: Date.now,
        newId: () => crypto.randomUUID(),
        after: (ms, act) => {
          const timer = setTimeout(act, ms)
          return () => clearTimeout(timer)
        },
        chance: Math.random,
      })
      if (isOver) return
      setOpened({ store, database })
      resume = store.resume
      store.subscribe(() => unsentIntakes.save(String(store.read().waiting.count)))
      addEventListener('online', resume)
      resume()
      // Without this the browser may delete the database when the phone is short of space.
      void navigator.storage?.persist?.()
    })()
    return () => {
      isOver = true
      removeEventListener('online', resume)
    }
  }, [staffId])
  return opened
}

const subscribeNothing = () => () => {}

/** Returns the state of the intakes; nothing until they are opened. */
export function useIntakeState(opened: OpenIntakes | null): IntakeState {
  const read = opened ? opened.store.read : () => NOTHING
  return useSyncExternalStore(opened ? opened.store.subscribe : subscribeNothing, read, () => NOTHING)
}

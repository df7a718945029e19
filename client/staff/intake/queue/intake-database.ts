/**
 * Stores intakes, their photos and the phone's reserved numbers in IndexedDB (H14): a phone without battery loses at
 * most the last tap. The draft and its photo are written in one transaction.
 */
import type { IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'
import type { UnitState } from '../../../../schema/staff/units/unit-state.ts'
import type { ResizedPicture } from '../photos/resize-messages.ts'
import type { PhotoSize, SendJob } from './send-rules.ts'

/** Where the intake ended, or what the server said about it. */
export interface IntakeResult {
  sku: string | null
  /** Address of the product page; `null` before the tire is in the shop. */
  href: string | null
  /** The unit's state, once it is taken in. */
  state: UnitState | null
  /** Whether the number that the phone reserved belongs to another tire, so that its label has to be printed again. */
  isRenumbered: boolean
  /** Why the server refused the draft or the act; `null` when it did not. */
  problem: string | null
}

export interface StoredIntake {
  key: string
  /** Who took the tire in: another person's intakes on the same phone wait for their own sign-in. */
  staffId: number
  sku: string | null
  draft: IntakeDraft
  job: SendJob
  result: IntakeResult | null
}

export interface NewPicture extends ResizedPicture {
  id: string
}

export interface IntakeDatabase {
  /** Whether the browser keeps what is written after the page is closed. */
  isDurable: boolean
  readIntakes(): Promise<StoredIntake[]>
  writeIntake(intake: StoredIntake, picture?: NewPicture): Promise<void>
  deletePictures(ids: readonly string[]): Promise<void>
  deleteIntake(key: string): Promise<void>
  readPicture(id: string, size: PhotoSize): Promise<Blob | null>
  readValue(name: string): Promise<unknown>
  writeValue(name: string, value: unknown): Promise<void>
}

const NAME = 'staff-intake'
const VERSION = 1
const [INTAKES, PICTURES, VALUES] = ['intakes', 'pictures', 'values']

const pictureKey = (id: string, size: PhotoSize) => `${id} ${size}`

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  request.onupgradeneeded = () => {
    const database = request.result
    database.createObjectStore(INTAKES, { keyPath: 'key' })
    database.createObjectStore(PICTURES)
    database.createObjectStore(VALUES)
  }
  return toPromise(request)
}

/** Runs `act` in one transaction; resolves when the browser has stored all of it. */
function change(database: IDBDatabase, stores: string[], act: (tx: IDBTransaction) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
    tx.oncomplete = () => resolve()
    tx.onerror = () => reject(tx.error)
    tx.onabort = () => reject(tx.error)
    act(tx)
  })
}

function inDatabase(database: IDBDatabase): IntakeDatabase {
  const read = (store: string) => database.transaction(store).objectStore(store)
  return {
    isDurable: true,
    readIntakes: () => toPromise(read(INTAKES).getAll()),
    writeIntake: (intake, picture) =>
      change(database, [INTAKES, PICTURES], (tx) => {
        tx.objectStore(INTAKES).put(intake)
        if (!picture) return
        tx.objectStore(PICTURES).put(picture.large, pictureKey(picture.id, 1600))
        tx.objectStore(PICTURES).put(picture.small, pictureKey(picture.id, 480))
      }),
    deletePictures: (ids) =>
      change(database, [PICTURES], (tx) => {
        for (const id of ids)
          for (const size of [1600, 480] as const) tx.objectStore(PICTURES).delete(pictureKey(id, size))
      }),
    deleteIntake: (key) => change(database, [INTAKES], (tx) => void tx.objectStore(INTAKES).delete(key)),
    readPicture: async (id, size) => (await toPromise(read(PICTURES).get(pictureKey(id, size)))) ?? null,
    readValue: (name) => toPromise(read(VALUES).get(name)),
    writeValue: (name, value) =>
      change(database, [VALUES], (tx) => void tx.objectStore(VALUES).put(value, name)),
  }
}

/** Returns a database that lasts as long as the page, for browsers that forbid theirs. */
function inMemory(): IntakeDatabase {
  const intakes = new Map<string, StoredIntake>()
  const pictures = new Map<string, Blob>()
  const values = new Map<string, unknown>()
  return {
    isDurable: false,
    readIntakes: async () => [...intakes.values()],
    writeIntake: async (intake, picture) => {
      intakes.set(intake.key, intake)
      if (!picture) return
      pictures.set(pictureKey(picture.id, 1600), picture.large)
      pictures.set(pictureKey(picture.id, 480), picture.small)
    },
    deletePictures: async (ids) => {
      for (const id of ids) for (const size of [1600, 480] as const) pictures.delete(pictureKey(id, size))
    },
    deleteIntake: async (key) => void intakes.delete(key),
    readPicture: async (id, size) => pictures.get(pictureKey(id, size)) ?? null,
    readValue: async (name) => values.get(name),
    writeValue: async (name, value) => void values.set(name, value),
  }
}

/** Opens the database of intakes; where the browser forbids it, one in memory. */
export async function openIntakeDatabase(): Promise<IntakeDatabase> {
  try {
    return inDatabase(await open())
  } catch {
    return inMemory()
  }
}

/**
 * Informs an open screen about new orders and about notes that name its person (H14j): a message, the title of the window, a sound if it is
 * on, and for notes a notice of the browser if the person asked for it. Plain DOM.
 */
import { paths, staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { NewOrdersEvent } from '../../../schema/staff/new-orders/new-orders.api.ts'
import { NEW_ORDERS_PATH, TOO_MANY_WINDOWS } from '../../../schema/staff/orders/order-paths.ts'
import { createReconnectTimer } from '../../platform/api/reconnect.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { showToast } from '../../platform/ui/toast.ts'

const SOUND = storedText('new-order-sound')
const NOTICES = storedText('staff-notices')
const ON = 'on'
/** The sound: two tones, in Hz, of this many seconds each. */
const TONES = [660, 880]
const TONE_S = 0.14

/** Waits for new orders if the page's person may see them. */
export function watchNewOrders(): void {
  const { newOrders } = document.body.dataset
  if (newOrders === undefined) return
  enhanceSoundButton()
  enhanceNoticeButton()
  const title = document.title
  let [orders, mentions] = [0, 0]
  let last: number | undefined
  let mention: number | undefined
  const reconnect = createReconnectTimer(
    {
      after(ms, act) {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
      chance: Math.random,
    },
    connect,
  )
  function connect(): void {
    const url = new URL(NEW_ORDERS_PATH, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    url.searchParams.set('after', newOrders ?? '')
    for (const [name, id] of Object.entries({ last, mention }))
      if (id !== undefined) url.searchParams.set(name, String(id))
    const socket = new WebSocket(url)
    socket.onopen = () => reconnect.reset()
    socket.onclose = ({ code }) => {
      if (code !== TOO_MANY_WINDOWS) reconnect.schedule()
    }
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as NewOrdersEvent
      last = event.last
      mention = event.mention
      orders += event.orders
      mentions += event.mentions
      document.title = `(${orders + mentions}) ${title}`
      const message = [
        orders > 0 && `${formatQuantity(orders, 'new order')}.`,
        mentions > 0 && `${formatQuantity(mentions, 'new note')} for you.`,
      ]
      const href = event.mentions > 0 ? staffPaths.home : `${paths.staffOrders}?tab=pick`
      showToast({
        type: 'success',
        message: message.filter(Boolean).join(' '),
        action1: { label: 'Show', href },
      })
      if (event.mentions > 0) showNotice(`${formatQuantity(mentions, 'new note')} for you.`)
      if (SOUND.read() === ON) playSound()
    }
  }
  connect()
}

/** A switch on the page, hidden without script, for what is stored on this device. */
function enhanceSwitch(
  selector: string,
  { isOn, turn }: { isOn(): boolean; turn(on: boolean): void | Promise<void> },
): void {
  const button = document.querySelector<HTMLButtonElement>(selector)
  if (!button) return
  const show = () => button.setAttribute('aria-pressed', String(isOn()))
  show()
  button.hidden = false
  button.addEventListener('click', async () => {
    await turn(!isOn())
    show()
  })
}

const enhanceSoundButton = () =>
  enhanceSwitch('[data-order-sound]', {
    isOn: () => SOUND.read() === ON,
    turn(on) {
      if (!on) SOUND.clear()
      else if (SOUND.save(ON)) playSound()
    },
  })

/** The browser asks for its permission at the press, never by itself. */
function enhanceNoticeButton(): void {
  if (!('Notification' in window)) return
  enhanceSwitch('[data-note-notices]', {
    isOn: () => NOTICES.read() === ON && Notification.permission === 'granted',
    async turn(on) {
      if (!on) NOTICES.clear()
      else if ((await Notification.requestPermission()) === 'granted') NOTICES.save(ON)
      else showToast({ type: 'error', message: 'Your browser doesn’t allow notices of this shop.' })
    },
  })
}

/** Shows a notice of the browser, one for all windows. Phones have them for installed apps alone, and throw. */
function showNotice(text: string): void {
  if (NOTICES.read() !== ON || !('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const notice = new Notification('Treadline staff', { body: text, tag: 'staff-note' })
    notice.onclick = () => {
      window.focus()
      location.assign(staffPaths.home)
    }
  } catch {
    // The message on the page says the same.
  }
}

function playSound(): void {
  const audio = new AudioContext()
  for (const [index, hertz] of TONES.entries()) {
    const tone = new OscillatorNode(audio, { frequency: hertz })
    tone.connect(new GainNode(audio, { gain: 0.2 })).connect(audio.destination)
    tone.start(audio.currentTime + index * TONE_S)
    tone.stop(audio.currentTime + (index + 1) * TONE_S)
    if (index === TONES.length - 1) tone.onended = () => void audio.close()
  }
}

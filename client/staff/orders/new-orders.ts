/** Informs an open screen about new orders: a notice, the title of the window, and a sound if it is on (H14j). Plain DOM. */

import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { NewOrdersEvent } from '../../../schema/staff/new-orders/new-orders.api.ts'
import { NEW_ORDERS_PATH, TOO_MANY_WINDOWS } from '../../../schema/staff/orders/order-paths.ts'
import { createReconnectTimer } from '../../platform/api/reconnect.ts'
import { storedText } from '../../platform/storage/stored-value.store.ts'
import { showToast } from '../../platform/ui/toast.ts'

const SOUND = storedText('new-order-sound')
const ON = 'on'
/** The sound: two tones, in Hz, of this many seconds each. */
const TONES = [660, 880]
const TONE_S = 0.14

/** Waits for new orders if the page's person may see them. */
export function watchNewOrders(): void {
  const { newOrders } = document.body.dataset
  if (newOrders === undefined) return
  enhanceSoundButton()
  const title = document.title
  let orders = 0
  let last: number | undefined
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
    if (last !== undefined) url.searchParams.set('last', String(last))
    const socket = new WebSocket(url)
    socket.onopen = () => reconnect.reset()
    socket.onclose = ({ code }) => {
      if (code !== TOO_MANY_WINDOWS) reconnect.schedule()
    }
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as NewOrdersEvent
      last = event.last
      orders += event.orders
      document.title = `(${orders}) ${title}`
      showToast({
        type: 'success',
        message: `${formatQuantity(orders, 'new order')}.`,
        action1: { label: 'Show', href: `${paths.staffOrders}?tab=pick` },
      })
      if (SOUND.read() === ON) playSound()
    }
  }
  connect()
}

/** The button is hidden without script, which makes the sound. */
function enhanceSoundButton(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-order-sound]')
  if (!button) return
  const show = () => button.setAttribute('aria-pressed', String(SOUND.read() === ON))
  show()
  button.hidden = false
  button.addEventListener('click', () => {
    if (SOUND.read() === ON) SOUND.clear()
    else if (SOUND.save(ON)) playSound()
    show()
  })
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

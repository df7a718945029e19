/** Outlines over the viewfinder that show where the tire belongs in each photo (H14). Decoration: the slot's name says the same. */
import type { PhotoSlot } from '../../../../schema/staff/intake/intake-draft.ts'

function Tread() {
  return (
    <>
      <path d="M34 8h52v104H34z" />
      <path d="M47 8v104M60 8v104M73 8v104" className="ghost-thin" />
    </>
  )
}

function Sidewall() {
  return (
    <>
      <circle cx="60" cy="60" r="50" />
      <circle cx="60" cy="60" r="29" className="ghost-thin" />
    </>
  )
}

function Dot() {
  return (
    <>
      <path d="M8 60a52 52 0 0 1 104 0" className="ghost-thin" transform="translate(0 24)" />
      <rect x="22" y="46" width="76" height="28" rx="14" />
      <text x="60" y="65" textAnchor="middle">
        2419
      </text>
    </>
  )
}

function Worst() {
  return (
    <>
      <circle cx="60" cy="60" r="24" />
      <path d="M60 20v24M60 76v24M20 60h24M76 60h24" className="ghost-thin" />
    </>
  )
}

const FRAMES = { tread: Tread, sidewall: Sidewall, dot: Dot, worst: Worst } as const

/** Renders the outline of one slot. */
export function GhostFrame({ slot }: { slot: PhotoSlot }) {
  const Frame = FRAMES[slot]
  return (
    <svg className="ghost" viewBox="0 0 120 120" aria-hidden="true">
      <Frame />
    </svg>
  )
}

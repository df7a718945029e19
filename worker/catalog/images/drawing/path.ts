/** Writes SVG path data with relative integers and no unnecessary separators, which halves the size. */
import type { Point } from './camera.ts'

export interface Path {
  d: string
  x: number
  y: number
  last: string
}

export function newPath(): Path {
  return { d: '', x: 0, y: 0, last: '' }
}

export function moveTo(path: Path, to: Point): void {
  path.x = Math.round(to.x)
  path.y = Math.round(to.y)
  path.d += `M${path.x}${path.y < 0 ? '' : ' '}${path.y}`
  path.last = 'M'
}

export function lineTo(path: Path, to: Point): void {
  const dx = Math.round(to.x) - path.x
  const dy = Math.round(to.y) - path.y
  if (dx === 0 && dy === 0) return
  if (dx === 0) command(path, 'v', [dy])
  else if (dy === 0) command(path, 'h', [dx])
  else command(path, 'l', [dx, dy])
  path.x += dx
  path.y += dy
}

export function curveTo(path: Path, by: Point, to: Point): void {
  const x = Math.round(to.x)
  const y = Math.round(to.y)
  command(path, 'q', [Math.round(by.x) - path.x, Math.round(by.y) - path.y, x - path.x, y - path.y])
  path.x = x
  path.y = y
}

/** Adds an elliptical arc; `large` takes the longer arc. */
export function arcTo(
  path: Path,
  rx: number,
  ry: number,
  large: boolean,
  clockwise: boolean,
  to: Point,
): void {
  path.x = Math.round(to.x)
  path.y = Math.round(to.y)
  path.d += `A${Math.round(rx)} ${Math.round(ry)} 0 ${large ? 1 : 0} ${clockwise ? 1 : 0} ${path.x} ${path.y}`
  path.last = 'A'
}

/** Closes the figure; the next figure must begin with `moveTo`. */
export function close(path: Path): void {
  path.d += 'z'
  path.last = 'z'
}

export function polyline(path: Path, points: readonly Point[]): void {
  points.forEach((point, i) => {
    if (i === 0) moveTo(path, point)
    else lineTo(path, point)
  })
}

export function polygon(path: Path, points: readonly Point[]): void {
  polyline(path, points)
  close(path)
}

function command(path: Path, letter: string, numbers: readonly number[]): void {
  let text = path.last === letter ? '' : letter
  for (const [i, n] of numbers.entries()) text += n < 0 || (i === 0 && text !== '') ? n : ` ${n}`
  path.d += text
  path.last = letter
}

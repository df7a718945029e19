/** What a closed block of the intake page shows in one line (H14). */

import { parseMarking } from '../../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../../../schema/catalog/sizes/tire-size.ts'
import { dotDate, formatAgeInYears } from '../../../../schema/catalog/sizes/tire-text.ts'
import { formatMoney } from '../../../../schema/platform/money.ts'
import type { DraftCheck } from '../../../../schema/staff/intake/check-draft.ts'
import { findingRules } from '../../../../schema/staff/intake/findings.ts'
import { type Block, type IntakeDraft, UNREADABLE_DOT } from '../../../../schema/staff/intake/intake-draft.ts'

/** Labels of the blocks, in the order of the page. */
export const BLOCK_LABELS: Readonly<Record<Block, string>> = {
  size: 'Size',
  tire: 'Tire',
  tread: 'Tread',
  dot: 'DOT',
  findings: 'Findings',
  photos: 'Photos',
  price: 'Price',
}

/** Returns the large and the small part of a block's line; both empty while nothing is entered. */
export function summarizeBlock(
  block: Block,
  draft: IntakeDraft,
  check: DraftCheck,
  now: number,
): { main: string; more: string } {
  switch (block) {
    case 'size':
      return summarizeSize(draft.marking ?? '')
    case 'tire':
      return {
        main: [draft.brand, draft.model].filter(Boolean).join(' '),
        more: [
          draft.season,
          draft.treadNew != null && `${draft.treadNew}/32 new`,
          draft.runFlat && 'run-flat',
        ]
          .filter(Boolean)
          .join(', '),
      }
    case 'tread':
      return { main: draft.depths.join(' · '), more: leastText(draft.depths) }
    case 'dot':
      return summarizeDot(draft.dot ?? '', now)
    case 'findings':
      return summarizeFindings(draft, check)
    case 'photos':
      return { main: photoCount(draft.photos.length), more: '' }
    case 'price':
      return {
        main: draft.price == null ? '' : formatMoney(draft.price),
        more: draft.bin ? `Bin ${draft.bin}` : 'No bin',
      }
  }
}

function summarizeSize(text: string): { main: string; more: string } {
  const marking = parseMarking(text)
  if (!marking) return { main: text, more: '' }
  const { size, load, dualLoad, speed, loadRange } = marking
  const service = load === null ? '' : `${load}${dualLoad ? `/${dualLoad}` : ''}${speed ?? ''}`
  return { main: formatTireSize(size), more: [service, loadRange].filter(Boolean).join(' ') }
}

function leastText(depths: readonly number[]): string {
  return depths.length > 0 ? `least ${Math.min(...depths)}/32` : ''
}

function summarizeDot(dot: string, now: number): { main: string; more: string } {
  if (dot === UNREADABLE_DOT) return { main: 'Can’t be read', more: 'parked' }
  const made = dotDate(dot)
  return { main: dot.toUpperCase(), more: made ? formatAgeInYears(made.at, now) : '' }
}

function summarizeFindings(draft: IntakeDraft, check: DraftCheck): { main: string; more: string } {
  const labels = check.findings.map(({ code, mm }) => `${findingRules(code).label}${mm ? ` ${mm} mm` : ''}`)
  const main = labels.length > 0 ? labels.join(', ') : draft.noFindings ? 'Nothing wrong' : ''
  if (main === '') return { main, more: '' }
  const air = draft.airTest === 'held' ? 'held air' : 'air test later'
  return { main, more: [check.grade && `grade ${check.grade}`, air].filter(Boolean).join(', ') }
}

function photoCount(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 photo' : `${count} photos`
}

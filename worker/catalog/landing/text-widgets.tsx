/**
 * Text widgets of a landing. The merchant's texts have placeholders (schema/catalog/landing/landing-text.ts).
 */
import { renderTemplate, splitAtDate } from '../../../schema/catalog/landing/landing-text.ts'
import { updatingDay } from '../../../schema/platform/shop-calendar.ts'
import { Markdown } from '../../platform/page/markdown.tsx'
import { currentPlaceholders, type WidgetData } from './widget-data.ts'

/** A text with values in its placeholders and its date as a `time` element. */
function FilledText({ text, data }: { text: string; data: WidgetData }) {
  const day = updatingDay(data.now)
  const { date, ...others } = currentPlaceholders(data)
  const [before, after] = splitAtDate(text)
  if (after === undefined) return renderTemplate(before, others)
  return (
    <>
      {renderTemplate(before, others)} <time dateTime={new Date(day).toISOString().slice(0, 10)}>{date}</time>
      {renderTemplate(after, others)}
    </>
  )
}

/** The SEO text of a list, and the date of its counts. */
export function SeoText(data: WidgetData) {
  const { seo, updated } = data.page.texts
  if (data.result.total === 0 || (!seo && !updated)) return null
  return (
    <section className="seo-text" aria-label={`About ${data.landing.title}`}>
      {seo ? (
        <p className="measure">
          <FilledText text={seo} data={data} />
        </p>
      ) : null}
      {updated ? (
        <p className="quiet t-14">
          <FilledText text={updated} data={data} />
        </p>
      ) : null}
    </section>
  )
}

/** The long description of a landing, in Markdown. */
export function LongDescription(data: WidgetData) {
  const { long } = data.page.texts
  if (!long) return null
  return (
    <section className="prose long-description">
      <Markdown text={renderTemplate(long, currentPlaceholders(data))} />
    </section>
  )
}

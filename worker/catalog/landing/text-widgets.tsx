/** What a landing says in words. Texts are the shop's, with placeholders (schema/catalog/landing/landing-text.ts). */
import { renderTemplate, splitAtDate } from '../../../schema/catalog/landing/landing-text.ts'
import { updatingDay } from '../../../schema/platform/shop-calendar.ts'
import { Markdown } from '../../platform/page/markdown.tsx'
import { fillings, type WidgetData } from './widget-data.ts'

/** A text with its date marked up. */
function Filled({ text, data }: { text: string; data: WidgetData }) {
  const day = updatingDay(data.now)
  const { date, ...others } = fillings(data)
  const [before, after] = splitAtDate(text)
  if (after === undefined) return renderTemplate(before, others)
  return (
    <>
      {renderTemplate(before, others)} <time dateTime={new Date(day).toISOString().slice(0, 10)}>{date}</time>
      {renderTemplate(after, others)}
    </>
  )
}

/** What the list is good for, and when it was counted. */
export function SeoText(data: WidgetData) {
  const { seo, updated } = data.page.texts
  if (data.result.total === 0 || (!seo && !updated)) return null
  return (
    <section className="seo-text" aria-label={`About ${data.landing.title}`}>
      {seo ? (
        <p className="measure">
          <Filled text={seo} data={data} />
        </p>
      ) : null}
      {updated ? (
        <p className="quiet t-14">
          <Filled text={updated} data={data} />
        </p>
      ) : null}
    </section>
  )
}

/** Several paragraphs in small Markdown. */
export function LongDescription(data: WidgetData) {
  const { long } = data.page.texts
  if (!long) return null
  return (
    <section className="prose long-description">
      <Markdown text={renderTemplate(long, fillings(data))} />
    </section>
  )
}

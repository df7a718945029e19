/** Takes in a tire: seven blocks on one page, for one hand at a phone or a keyboard at a desk (H14). */
import { type ReactNode, useEffect } from 'react'
import { BLOCKS, type Block, type Problem } from '../../../schema/staff/intake/intake-draft.ts'
import { BatchBar } from './batch-bar.tsx'
import { BlockPanel } from './blocks/block.tsx'
import type { BlockBody } from './blocks/block-body.ts'
import { DotBlock } from './blocks/dot-block.tsx'
import { FindingsBlock } from './blocks/findings-block.tsx'
import { PhotosBlock } from './blocks/photos-block.tsx'
import { PriceBlock } from './blocks/price-block.tsx'
import { SizeBlock } from './blocks/size-block.tsx'
import { TireBlock } from './blocks/tire-block.tsx'
import { TreadBlock } from './blocks/tread-block.tsx'
import { DuplicatesPanel } from './duplicates-panel.tsx'
import { FinishPanel } from './finish-panel.tsx'
import { loadOfflineLabel } from './label-button.tsx'
import { LastButton } from './last-button.tsx'
import { prepareResizing } from './photos/resize-picture.ts'
import { RecentList } from './recent-list.tsx'
import { BLOCK_LABELS, summarizeBlock } from './state/block-summary.ts'
import { isEntered } from './state/intake-form.ts'
import { StatusBar } from './status-bar.tsx'
import { storePage } from './store-page.ts'
import { TireTicket } from './tire-ticket.tsx'
import { type IntakePage, type IntakePageProps, useIntakePage } from './use-intake-page.ts'
import { useShownPhotos } from './use-shown-photos.ts'
import { useTypedKeys } from './use-typed-keys.ts'
import { useWakeLock } from './use-wake-lock.ts'

export interface IntakeAppProps extends IntakePageProps {
  signInHref: string
  /** Address of a label, without the sku at its end. */
  labelPrefix: string
  newLotHref: string | null
  /** Address of a unit's page, without the sku at its end. */
  unitPrefix: string
}

export function IntakeApp(props: IntakeAppProps) {
  const { signInHref, labelPrefix, unitPrefix, newLotHref, lots, bins } = props
  useWakeLock()
  useTypedKeys()
  useEffect(() => {
    prepareResizing()
    loadOfflineLabel().catch(() => {})
    storePage().catch(() => {})
  }, [])
  const page = useIntakePage(props)
  const { form, record, state, opened, dispatch, questions } = page
  const isFinished = record !== undefined && record.job.act !== null && !record.job.isRefused
  return (
    <div className="intake">
      <div className="intake-main">
        <StatusBar state={state} isDurable={opened?.database.isDurable ?? true} signInHref={signInHref} />
        <BatchBar
          draft={form.draft}
          lots={lots}
          bins={bins}
          newLotHref={newLotHref}
          onChange={(patch) => dispatch({ type: 'change', patch })}
        />
        {isFinished ? (
          <FinishPanel
            intake={record}
            alike={questions.alike}
            unitHref={(sku) => `${unitPrefix}${encodeURIComponent(sku)}`}
            labelHref={(sku) => `${labelPrefix}${encodeURIComponent(sku)}`}
            onLike={page.startLike}
            onNew={page.startNew}
          />
        ) : (
          <Blocks page={page} bins={bins} unitPrefix={unitPrefix} />
        )}
      </div>
      <aside className="intake-aside">
        {isFinished ? null : (
          <TireTicket draft={form.draft} check={page.check} sku={record?.sku ?? null} now={page.now} />
        )}
        <RecentList intakes={state.intakes} current={form.key} onResume={page.resume} />
      </aside>
    </div>
  )
}

/** Problems that only say that a value is missing: the block shows that itself. */
const isMissing = ({ code }: Problem) => code.endsWith('-missing')

function Blocks({
  page,
  bins,
  unitPrefix,
}: Pick<IntakeAppProps, 'bins' | 'unitPrefix'> & { page: IntakePage }) {
  const { form, check, now, record, questions, dispatch } = page
  const { draft } = form
  const duplicates = questions.alike.duplicates.filter(({ sku }) => !draft.anotherThan.includes(sku))
  return (
    <>
      {record?.result?.problem ? (
        <p className="note note-error" role="alert">
          {record.result.problem}
        </p>
      ) : null}
      {BLOCKS.map((block) => (
        <BlockPanel
          key={block}
          name={block}
          label={BLOCK_LABELS[block]}
          summary={summarizeBlock(block, draft, check, now)}
          isOpen={form.open === block}
          isDone={isEntered(block, check)}
          problems={check.blocks[block].problems.filter((one) => form.showsMissing || !isMissing(one))}
          warnings={check.blocks[block].warnings.filter((one) => !isMissing(one))}
          onToggle={() => dispatch({ type: 'open', block: form.open === block ? null : block })}
          onConfirm={(code) => dispatch({ type: 'confirm', code })}
        >
          <BlockContent block={block} page={page} bins={bins} />
        </BlockPanel>
      ))}
      <DuplicatesPanel
        duplicates={duplicates}
        now={now}
        unitHref={(sku) => `${unitPrefix}${encodeURIComponent(sku)}`}
        onOther={(sku) => dispatch({ type: 'change', patch: { anotherThan: [...draft.anotherThan, sku] } })}
      />
      <LastButton
        check={check}
        isNext={form.open === null}
        showsMissing={form.showsMissing}
        price={draft.price ?? null}
        onFinish={page.finish}
        onScrap={page.scrap}
      />
      {form.isTouched ? (
        <button
          type="button"
          className="text-button"
          onClick={() => confirm('Delete what you entered for this tire?') && page.discard()}
        >
          Start over
        </button>
      ) : null}
    </>
  )
}

function BlockContent({
  block,
  page,
  bins,
}: Pick<IntakeAppProps, 'bins'> & { block: Block; page: IntakePage }): ReactNode {
  const { form, check, now, questions, dispatch } = page
  const { draft, key } = form
  const body: BlockBody = {
    draft,
    change: (patch) => dispatch({ type: 'change', patch }),
    complete: (patch) => dispatch({ type: 'complete', patch }),
  }
  switch (block) {
    case 'size':
      return <SizeBlock key={key} {...body} sizes={questions.choices.sizes} />
    case 'tire':
      return <TireBlock key={key} {...body} isDone={isEntered('tire', check)} choices={questions.tires} />
    case 'tread':
      return <TreadBlock key={key} {...body} />
    case 'dot':
      return <DotBlock key={key} {...body} before={form.before?.dot ?? null} now={now} />
    case 'findings':
      return <FindingsBlock key={key} {...body} allowed={page.bestGrade} />
    case 'photos':
      return <StoredPhotos key={key} {...body} page={page} />
    case 'price':
      return (
        <PriceBlock
          key={key}
          {...body}
          suggestion={questions.suggestion}
          needsWhy={check.blocks.price.problems.some(({ code }) => code.endsWith('-why')) || !!draft.priceWhy}
          bins={bins}
        />
      )
  }
}

function StoredPhotos({ page, ...body }: BlockBody & { page: IntakePage }) {
  return (
    <PhotosBlock
      {...body}
      shown={useShownPhotos(page)}
      isOpen={page.form.open === 'photos'}
      takePhoto={page.takePhoto}
    />
  )
}

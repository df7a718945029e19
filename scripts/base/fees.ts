/**
 * Tire fees by state as demo configuration: a merchant has to have them checked. Rows whose text an authority publishes
 * come first; each names its source and how good it is. States that are not here levy none that we found.
 */

import type { feeRule } from '../../schema/cart/totals/fee.table.ts'
import type { Condition } from '../../schema/catalog/product/product.ts'
import { regionId, regionName } from './regions.ts'

type FeeRow = typeof feeRule.$inferInsert

interface Fee {
  state: string
  code?: 'recycle-fee'
  /** After the state's name. */
  title?: string
  cents?: number
  percent?: number
  cap?: number
  conditions: Condition[]
  rimFrom?: number
  rimBelow?: number
  evidence: 'official' | 'official-quoted' | 'official-old' | 'press-of-official' | 'secondary'
  source: string
  note?: string
}

// A driven-once tire was sold before, so it follows the used tire.
const NEW: Condition[] = ['New']
const NEW_USED: Condition[] = ['New', 'Used', 'Driven Once']
const ALL: Condition[] = ['New', 'Used', 'Driven Once', 'Retread']
const RETREAD: Condition[] = ['Retread']
const TABLES = 'tables of several public projects, no official text seen'

const FEES: Fee[] = [
  {
    state: 'AL',
    code: 'recycle-fee',
    title: 'scrap tire fee',
    cents: 100,
    conditions: ALL,
    evidence: 'official',
    source: 'https://revenue.alabama.gov/2003/07/scrap-tire-environmental-fee-act-2003-332/',
  },
  {
    state: 'AZ',
    percent: 2,
    cap: 466,
    conditions: NEW,
    evidence: 'official',
    source: 'https://azdor.gov/business/waste-tire',
    note: 'cap of $4.66 since April 2025',
  },
  {
    state: 'IL',
    cents: 250,
    conditions: NEW_USED,
    evidence: 'official',
    source: 'https://tax.illinois.gov/questionsandanswers/answer.787.html',
    note: 'mail-order sales are exempt by the text',
  },
  {
    state: 'IN',
    cents: 25,
    conditions: NEW,
    evidence: 'official',
    source: 'https://www.in.gov/idem/waste/waste-industries/waste-tire-management/waste-tire-regulations',
  },
  {
    state: 'KS',
    cents: 25,
    conditions: NEW,
    evidence: 'official',
    source: 'https://ksrevenue.gov/bustaxtypestire.html',
  },
  {
    state: 'KY',
    cents: 200,
    conditions: NEW,
    evidence: 'official',
    source: 'https://revenue.ky.gov/Business/Motor-Vehicle-Tire-Fee/Pages/default.aspx',
    note: 'text runs to July 2026, extension not seen',
  },
  {
    state: 'LA',
    cents: 225,
    conditions: NEW_USED,
    rimBelow: 22.5,
    evidence: 'official',
    source:
      'https://regulations.justia.com/states/louisiana/title-33/part-vii/subpart-2/chapter-105/section-vii-10519',
  },
  {
    state: 'LA',
    cents: 500,
    conditions: NEW_USED,
    rimFrom: 22.5,
    evidence: 'official',
    source:
      'https://regulations.justia.com/states/louisiana/title-33/part-vii/subpart-2/chapter-105/section-vii-10519',
    note: 'medium truck',
  },
  {
    state: 'LA',
    cents: 125,
    conditions: RETREAD,
    evidence: 'official',
    source:
      'https://regulations.justia.com/states/louisiana/title-33/part-vii/subpart-2/chapter-105/section-vii-10519',
  },
  {
    state: 'MO',
    cents: 50,
    conditions: NEW,
    evidence: 'official',
    source:
      'https://dnr.mo.gov/waste-recycling/business-industry/permits-licenses-registrations-fees/fees/scrap-tire',
  },
  {
    state: 'NC',
    percent: 2,
    rimBelow: 20,
    conditions: NEW,
    evidence: 'official',
    source: 'https://ncdor.gov/taxes-forms/other-taxes-and-fees/scrap-tire-disposal-tax',
  },
  {
    state: 'NC',
    percent: 1,
    rimFrom: 20,
    conditions: NEW,
    evidence: 'official',
    source: 'https://ncdor.gov/taxes-forms/other-taxes-and-fees/scrap-tire-disposal-tax',
  },
  {
    state: 'NJ',
    cents: 150,
    conditions: NEW,
    evidence: 'official',
    source: 'http://nj.gov/treasury/taxation/motorv.shtml',
  },
  {
    state: 'NV',
    cents: 100,
    rimFrom: 12,
    conditions: NEW,
    evidence: 'official',
    source: 'https://tax.nv.gov/tax-types/tire-surcharge-fee',
  },
  {
    state: 'OK',
    code: 'recycle-fee',
    title: 'waste tire recycling fee',
    cents: 290,
    conditions: ALL,
    rimBelow: 20,
    evidence: 'official',
    source: 'https://app.legiplex.com/ok/legislature/2022/2022-r/bills/sb501/drafts-latest',
    note: 'used and retread only where the fee was not paid before',
  },
  {
    state: 'SC',
    cents: 200,
    conditions: NEW_USED,
    evidence: 'official',
    source: 'http://dor.sc.gov/sales-use-tax-index/solid-waste',
  },
  {
    state: 'TN',
    cents: 135,
    conditions: NEW,
    evidence: 'official',
    source: 'https://revenue.support.tn.gov/hc/en-us/articles/360057609251',
  },
  {
    state: 'UT',
    code: 'recycle-fee',
    title: 'waste tire recycling fee',
    cents: 100,
    conditions: NEW,
    rimBelow: 25,
    evidence: 'official',
    source: 'https://deq.utah.gov/waste-management-and-radiation-control/waste-tire-program',
  },
  {
    state: 'VA',
    code: 'recycle-fee',
    title: 'tire recycling fee',
    cents: 50,
    conditions: NEW,
    evidence: 'official',
    source: 'https://law.lis.virginia.gov/vacodefull/title58.1/chapter6.1/',
  },
  {
    state: 'WA',
    cents: 500,
    conditions: NEW,
    evidence: 'official',
    source: 'https://dor.wa.gov/node/480',
    note: 'since January 2026; another $5 for studded tires',
  },
  {
    state: 'CA',
    cents: 175,
    conditions: NEW,
    evidence: 'official-quoted',
    source: 'https://cdtfa.ca.gov/taxes-and-fees/california-tire-fee/getting-started.htm',
  },
  {
    state: 'CO',
    cents: 150,
    conditions: NEW,
    evidence: 'official-quoted',
    source: 'https://cdphe.colorado.gov/hm/waste-tire-management-enterprise',
  },
  {
    state: 'FL',
    cents: 100,
    conditions: NEW,
    evidence: 'official-quoted',
    source: 'https://www.flsenate.gov/Laws/Statutes/2023/403.718',
  },
  {
    state: 'GA',
    cents: 100,
    conditions: NEW,
    evidence: 'official-quoted',
    source: 'https://epd.georgia.gov/georgia-tire-fee-collection-2023',
    note: 'collected by distributors since July 2023',
  },
  {
    state: 'NY',
    cents: 250,
    conditions: NEW,
    evidence: 'official-quoted',
    source: 'https://www.tax.ny.gov/bus/tire/wtm.htm',
  },
  {
    state: 'OH',
    cents: 100,
    rimFrom: 13,
    conditions: NEW,
    evidence: 'official-old',
    source: 'http://statutes.laws-info.com/ohio/title37/chapter3734/3734_901',
  },
  {
    state: 'PA',
    cents: 100,
    conditions: NEW,
    evidence: 'official-old',
    source:
      'http://www.portal.state.pa.us/portal/server.pt/community/public_transportation_assistance___vehicle_rental_tax/14501',
  },
  {
    state: 'MD',
    cents: 500,
    conditions: NEW,
    evidence: 'press-of-official',
    source: 'https://smnewsnet.com/archives/554827/',
    note: 'since January 2026',
  },
  {
    state: 'MD',
    code: 'recycle-fee',
    title: 'tire recycling fee',
    cents: 100,
    conditions: NEW,
    evidence: 'press-of-official',
    source: 'https://smnewsnet.com/archives/554827/',
    note: 'since January 2026',
  },
  { state: 'AK', cents: 250, conditions: NEW, evidence: 'secondary', source: TABLES },
  { state: 'AR', cents: 300, conditions: NEW, evidence: 'secondary', source: TABLES },
  { state: 'DE', cents: 200, conditions: NEW, evidence: 'secondary', source: TABLES },
  { state: 'ME', cents: 100, conditions: NEW, evidence: 'secondary', source: TABLES },
  { state: 'MS', cents: 100, rimBelow: 24, conditions: NEW, evidence: 'secondary', source: TABLES },
  { state: 'MS', cents: 200, rimFrom: 24, conditions: NEW, evidence: 'secondary', source: TABLES },
  { state: 'NE', cents: 100, conditions: NEW, evidence: 'secondary', source: TABLES },
  {
    state: 'RI',
    cents: 100,
    conditions: NEW,
    evidence: 'secondary',
    source: TABLES,
    note: 'sources disagree',
  },
]

export const FEE_ROWS: FeeRow[] = FEES.map((fee, index) => ({
  id: index + 1,
  code: fee.code ?? 'state-fee',
  regionId: regionId(fee.state),
  conditions: fee.conditions,
  kind: fee.percent === undefined ? 'flat' : 'percent',
  cents: fee.cents ?? null,
  percent: fee.percent ?? null,
  cap: fee.cap ?? null,
  rimFrom: fee.rimFrom ?? null,
  rimBelow: fee.rimBelow ?? null,
  title: `${regionName(fee.state)} ${fee.title ?? 'tire fee'}`,
  source: fee.source,
  evidence: fee.evidence,
  note: `Demo configuration, to be checked.${fee.note ? ` ${fee.note}.` : ''}`,
  demo: true,
}))

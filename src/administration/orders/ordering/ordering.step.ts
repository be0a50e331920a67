/** The steps of the wizard of a new order, computed from the fields sent so far. */
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import type { Fields } from '../../../platform/screens/form/wizard.ts'
import { type AddressOf, CustomerStep, NewOrderForm, chosenPlace, draftLines, draftOrder } from '../orders/index.ts'
import { invoiceRelationOf } from '../../catalogue/customers/index.ts'
import { listLayouts } from '../../../system/layouts/index.ts'
import { whyUrl } from '../../catalogue/prices/index.ts'
import { offeredOn } from '../quotations/index.ts'
import {
  type Buyers,
  type UnstoredLine,
  chosenBuyers,
  refuseStrangers,
  shownLines,
  shownTotals,
} from '../../sales/sales/index.ts'
import { LinesDraft, OrderQuery, RelationDraft } from './ordering.forms.ts'

const OTHERS = 'Deze offerte is voor een andere klant.'

/** Whether a quotation is for who buys: its company, or the person who buys alone. */
const isFor = (offered: Buyers, { company_id, contact_id }: Buyers): boolean =>
  offered.company_id === null ? company_id === null && offered.contact_id === contact_id : offered.company_id === company_id // prettier-ignore

/** @throws Invalid where no order can be made of this quotation for this customer */
export async function refuseOthers(db: Db | Trx, form: Buyers & { quotation_id: number | null }): Promise<void> {
  if (form.quotation_id === null) return
  const { quotation, refusal } = await offeredOn(db, form.quotation_id)
  const wrong = refusal ?? (isFor(quotation, form) ? null : OTHERS)
  if (wrong !== null) throw new Invalid({ quotation_id: [wrong] })
}

/** Whom an order is for when its wizard opens; who buys what a quotation offers goes before all else. */
export async function firstBuyers(db: Db, { company_id, contact_id, quotation_id }: OrderQuery) {
  const offered = quotation_id === null ? null : (await offeredOn(db, quotation_id)).quotation
  const { companies, contacts } = await chosenBuyers(db, offered ?? { company_id, contact_id })
  return {
    // Whoever is gone since is not chosen.
    ...{ company_id: companies[0]?.id ?? null, contact_id: contacts[0]?.id ?? null, quotation_id },
    /** Of when the order is: what was accepted is of that day. */
    order_date: today(offered?.accepted_at ?? new Date()),
    chosen: {
      companies,
      contacts,
      quotations: offered === null ? [] : [{ id: offered.id, label: [offered.uid, offered.reference].filter(Boolean).join(' / ') }], // prettier-ignore
    },
  }
}

const NAMES: Readonly<Record<AddressOf, string>> = {
  quotation: 'Adres op de offerte',
  company: 'Adres van het bedrijf',
  contact: 'Adres van het contact',
  own: 'Een ander adres',
}

/** The addresses to choose from for this customer, and which of them stands. */
export async function addressStep(db: Db, fields: Fields) {
  const head = OrderQuery.parse(fields)
  const from: AddressOf[] = [
    ...(head.quotation_id === null ? [] : ['quotation' as const]),
    ...(head.company_id === null ? [] : ['company' as const]),
    ...(head.contact_id === null ? [] : ['contact' as const]),
  ]
  const options = await Promise.all(
    from.map(async (value) => {
      const place = await chosenPlace(db, { ...NOWHERE, ...head, address_of: value })
      const line = [streetLine(place), cityLine(place)].filter(Boolean).join(', ')
      return { value, label: line === '' ? `${NAMES[value]} (onbekend)` : `${NAMES[value]}: ${line}` }
    }),
  )
  const all = [...options, { value: 'own' as const, label: NAMES.own }]
  const asked = all.find(({ value }) => value === fields.address_of)?.value
  return {
    ...{ addresses: from.length === 0 ? [] : all, addressOf: asked ?? all[0]!.value, address: placeIn(fields) },
    offered: head.company_id === null && head.contact_id === null ? await buyersOf(db, head.quotation_id) : null,
    ...(await relationIn(db, head, fields)),
  }
}

/** Who gets the invoices as agreed with this customer, and what was chosen of that, to stand there again. */
async function relationIn(db: Db, head: OrderQuery, fields: Fields) {
  const { invoice_relation_id } = RelationDraft.parse(fields)
  const nobody = head.company_id === null && head.contact_id === null
  return {
    relation: nobody ? null : await invoiceRelationOf(db, head),
    useRelation: fields.order_date === undefined || fields.use_invoice_relation !== undefined,
    relations: (await chosenBuyers(db, { company_id: invoice_relation_id, contact_id: null })).companies,
  }
}

/** Who buys what a quotation offers, where nobody was chosen yet. */
const buyersOf = async (db: Db, id: number | null) =>
  id === null ? null : chosenBuyers(db, (await offeredOn(db, id)).quotation)

const NOWHERE = {
  ...{ street: null, street_no: null, street_no_adding: null, postal_code: null, city: null },
  country_code: 'NL',
}
/** What was typed of an address, to stand there again. */
const placeIn = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(NOWHERE).map(([name, none]) => [name, typeof fields[name] === 'string' ? fields[name] : none]),
  )

/** The lines of the order: those of its quotation once it is chosen, and what was added. */
export async function linesStep(db: Db, fields: Fields, first: readonly UnstoredLine[]) {
  const head = parseForm(CustomerStep, fields)
  await refuseStrangers(db, head)
  await refuseOthers(db, head)
  const { lines: kept, added, lines_of } = parseForm(LinesDraft, fields)
  const isFirst = fields.lines_of === undefined
  const own = isFirst ? first : kept
  const lines = [
    ...(lines_of === head.quotation_id && !isFirst ? own : [...(await offeredLines(db, head.quotation_id)), ...own.filter(isAdded)]), // prettier-ignore
    ...added,
  ]
  return { ...shownDraft(head, lines, await draftLines(db, { ...head, lines })), linesOf: head.quotation_id }
}

const isAdded = ({ source_id }: UnstoredLine): boolean => source_id === null
const offeredLines = async (db: Db, id: number | null): Promise<UnstoredLine[]> =>
  id === null
    ? []
    : (await offeredOn(db, id)).line_ids.map((source_id) => ({ source_id, product_id: null, count: '1' }))

/** Lines as they are read, each with what the form sends of it. */
const shownDraft = (
  buyers: Buyers,
  sent: readonly UnstoredLine[],
  { lines, taxes }: Awaited<ReturnType<typeof draftLines>>,
) => ({
  lines: shownLines(lines).map((line, i) => ({
    ...line,
    source_id: sent[i]!.source_id,
    // What was offered costs what was offered.
    whyUrl: sent[i]!.source_id === null ? whyUrl(sent[i]!.product_id!, buyers) : null,
  })),
  totals: shownTotals(taxes),
})

/** What the paper says around the lines, and in which ways it is printed. */
export const notesStep = async (db: Db) => ({ layouts: await listLayouts(db, ['order', 'work_order']) })

/** All that will be stored, in words. */
export async function overviewStep(db: Db, fields: Fields) {
  const form = parseForm(NewOrderForm, fields)
  await refuseStrangers(db, form)
  await refuseOthers(db, form)
  const { head, employee, quotation, ...draft } = await draftOrder(db, form)
  return {
    ...shownDraft(form, form.lines, draft),
    ...{ head, employee, quotation },
    day: formatDate(head.order_date),
    relation: await invoiceRelationOf(db, form),
    place: [streetLine(head), cityLine(head)].filter(Boolean).join(', '),
  }
}

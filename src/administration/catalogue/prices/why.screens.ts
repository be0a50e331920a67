import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { MAX_ID, parseDutchDate } from '../../../platform/forms/fields.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { typedNumber } from '../../../platform/format/typed-number.ts'
import { today } from '../../../platform/format/zone.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { getProduct, productLabel } from '../products/index.ts'
import { pricesArea } from '../products/rights.ts'
import { type Buyer, customersOf } from '../customers/index.ts'
import { vatText } from '../vat/index.ts'
import { amountOf, bothOf } from './lines.rules.ts'
import { type Asked, pricesFor } from './prices.queries.ts'

const access = { area: pricesArea, record: 'product', fieldsOf: 'price_rule' } as const

const someId = z.coerce.number().int().min(1).max(MAX_ID).nullable().catch(null)
/** What is tried, as it stands in the address. */
const query = z.object({
  company_id: someId,
  contact_id: someId,
  day: z.string().max(10).catch(''),
  count: z.string().max(12).catch(''),
})
type Tried = z.output<typeof query>

/** Why a product costs this customer what it does. */
export const whyUrl = (product: number, { company_id = null, contact_id = null }: Partial<Buyer> = {}): string => {
  const asked = new URLSearchParams()
  if (company_id !== null) asked.set('company_id', String(company_id))
  if (contact_id !== null) asked.set('contact_id', String(contact_id))
  return `/products/why/${product}${asked.size === 0 ? '' : `?${asked.toString()}`}`
}

/** What was typed as a question, or what is wrong with it. */
function askedOf(product_id: number, { company_id, contact_id, day, count }: Tried): Asked | { problem: string } {
  const date = day === '' ? today() : parseDutchDate(day)
  if (date === null) return { problem: 'Deze datum klopt niet. Vul hem in als dd-mm-jjjj.' }
  const number = typedNumber(count.trim() || '1')
  if (number === null || !/^\d{1,6}(\.\d{1,4})?$/.test(number) || Number(number) === 0)
    return { problem: 'Dit aantal klopt niet. Vul een getal boven 0 in.' }
  return { product_id, company_id, contact_id, day: date, count: number }
}

async function answered(db: Db, product: number, tried: Tried) {
  const asked = askedOf(product, tried)
  if ('problem' in asked) return { problem: asked.problem, answer: null, total: '', vat: '' }
  const [answer] = await pricesFor(db, [asked])
  const amount = amountOf({ ...answer!, count: asked.count })
  const { taxes_included, tax_category } = answer!
  const rate = answer!.tax ?? '0'
  const { excl, incl } = bothOf(amount, rate, taxes_included)
  const said = (withVat: boolean) => vatText(rate, withVat, tax_category)
  const shown = (cents: bigint) => formatMoney(Number(cents))
  return {
    problem: null,
    answer: answer!,
    total: `${asked.count.replace('.', ',')} × komt op ${shown(amount)} ${said(taxes_included)}.`,
    // What bears no VAT comes to one amount.
    vat: said(true) === said(false) ? '' : `Dat is ${shown(taxes_included ? excl : incl)} ${said(!taxes_included)}.`,
  }
}

/** A product, who buys it, when and how much of it: what it costs, and why. */
export const why = popup({
  ...access,
  right: 'view',
  path: '/products/why/:id',
  home: '/products',
  size: 'small',
  query,
  load: async ({ db, params, query: tried }) => {
    const product = await getProduct(db, params.id)
    const [customer] = await customersOf(db, [tried])
    const { contact } = customer!
    const company = tried.company_id === null ? undefined : customer!.companies[0]
    return {
      product,
      label: productLabel(product),
      chosen: {
        company: company ? [{ id: company.id, label: company.name }] : [],
        contact: contact ? [{ id: contact.id, label: contact.name }] : [],
      },
      day: tried.day || formatDate(today()),
      count: tried.count || '1',
      ...(await answered(db, params.id, tried)),
    }
  },
  title: 'Waarom deze prijs?',
  subtitle: ({ label }) => label,
  view: 'administration/prices/why',
  example: (story) => ({ params: { id: story.products.bhvBook } }),
})

/** What is tried, answered while it is typed. */
export const whyAnswer = fragment({
  ...access,
  right: 'view',
  path: '/products/why/:id/answer',
  pageAddress: '/products/why/:id',
  query,
  view: 'administration/prices/answer',
  load: ({ db, params, query: tried }) => answered(db, params.id, tried),
  example: (story) => ({ params: { id: story.products.bhvBook } }),
})

import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { id, version } from '../../../platform/forms/fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { divisionField } from '../../sales/claims/index.ts'
import { openingItemFields, openingPaymentFields } from './opening-items.fields.ts'

const head = parsersOf(openingItemFields, 'company_id', 'contact_id', 'number', 'invoice_date', 'expires_at')
const amounts = parsersOf(openingItemFields, 'total', 'opening')

/** What is wrong with an item as a whole, by the field that says so; the same for one of a list and one of a form. */
export function itemProblems(item: {
  invoice_date: string
  expires_at: string
  total: number | null
  opening: number | null
}): { path: 'expires_at' | 'invoice_date' | 'total' | 'opening'; message: string }[] {
  const { invoice_date, expires_at, total, opening } = item
  const problems: ReturnType<typeof itemProblems> = []
  if (invoice_date > today()) problems.push({ path: 'invoice_date', message: 'De factuurdatum ligt in de toekomst.' })
  if (expires_at < invoice_date)
    problems.push({ path: 'expires_at', message: 'De vervaldatum ligt vóór de factuurdatum.' })
  if (total === null || total === 0) problems.push({ path: 'total', message: 'Vul het totaal in.' })
  if (opening === null || opening === 0) problems.push({ path: 'opening', message: 'Vul in wat er openstaat.' })
  if (total && opening && (Math.sign(total) !== Math.sign(opening) || Math.abs(opening) > Math.abs(total)))
    problems.push({ path: 'opening', message: 'Er kan niet meer openstaan dan het totaal.' })
  return problems
}

function check(item: Parameters<typeof itemProblems>[0], ctx: z.RefinementCtx): void {
  for (const { path, message } of itemProblems(item)) ctx.addIssue({ code: 'custom', path: [path], message })
}

export const OpeningItemForm = z
  .object({ ...head, ...amounts })
  .superRefine(check)
  .superRefine(({ company_id, contact_id }, ctx) => {
    if (company_id === null && contact_id === null)
      ctx.addIssue({ code: 'custom', path: ['company_id'], message: 'Kies een bedrijf of een contact.' })
  })
export type OpeningItemInput = z.output<typeof OpeningItemForm>

export const OpeningItemEditForm = z
  .object({
    version,
    ...amounts,
    ...parsersOf(openingItemFields, 'number', 'invoice_date', 'expires_at', 'disputed', 'written_off', 'note'),
  }) // prettier-ignore
  .superRefine(check)
  .superRefine(({ disputed, written_off, note }, ctx) => {
    if ((disputed || written_off) && note === null)
      ctx.addIssue({ code: 'custom', path: ['note'], message: 'Vul in waarom.' })
  })
export type OpeningItemEdit = z.output<typeof OpeningItemEditForm>

const payment = parsersOf(openingPaymentFields, 'paid_on', 'amount', 'note')
export const OpeningPaymentForm = z.object({
  ...payment,
  paid_on: payment.paid_on.refine((day) => day <= today(), ':label ligt in de toekomst.'),
  amount: payment.amount.refine((cents) => cents !== null && cents !== 0, 'Vul in hoeveel er betaald is.'),
  division: divisionField,
})
export type OpeningPaymentInput = z.output<typeof OpeningPaymentForm>
export const RemovePaymentForm = z.object({ id })

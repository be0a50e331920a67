/** Letting costs and interest go, in the same words for an invoice of ours and one of the system before this one. */
import * as z from 'zod'
import type { Area } from '../../../platform/access/rights.ts'
import { longText } from '../../../platform/forms/fields.ts'

export const WAIVING = {
  title: 'Kosten en rente laten vervallen',
  submit: 'Laten vervallen',
  done: 'Kosten en rente zijn vervallen',
  again: 'Brieven vragen weer kosten en rente',
  refusal: 'De kosten en rente van deze factuur zijn al vervallen.',
  /** How it is called that they were. */
  state: 'Kosten en rente vervallen',
} as const

export const WaiveForm = z.object({
  reason: longText(500).refine((text) => text !== '', 'Vul in waarom.'),
})

/** They are let go, or asked again. @param address of the record, before what is done */
export const waivingOptions = (area: Area, address: string, id: number, isWaived: boolean) => {
  const own = { area, right: 'change' } as const
  return isWaived
    ? [{ ...own, label: 'Weer kosten en rente vragen', icon: 'arrow-back-up', kind: 'post' as const, url: `${address}/charge/${id}` }] // prettier-ignore
    : [{ ...own, label: WAIVING.title, icon: 'coin-off', kind: 'popup' as const, url: `${address}/waive/${id}` }] // prettier-ignore
}

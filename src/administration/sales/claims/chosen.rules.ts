/** Where somebody lets a payment go while costs or interest are owed beside its invoice. */
import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { formatMoney } from '../../../platform/format/format.ts'

/** There first, by the law, or to the invoice alone. */
const DIVISIONS = ['law', 'principal'] as const
export type Divided = (typeof DIVISIONS)[number]

export const divisionField = z.enum(DIVISIONS, { error: 'Kies waar de betaling heen gaat.' }).optional()

const LABELS: Record<Divided, string> = {
  law: 'Eerst naar incassokosten en rente, de rest naar de factuur',
  principal: 'Alles naar de factuur',
}

/** What the law says in front. */
export const DIVISION_LABELS = DIVISIONS.map((value) => ({ value, label: LABELS[value] }))

/**
 * Costs that were paid are not the invoice paid too much: who lets all of it go there tells no more than is open of it.
 * @throws Invalid
 */
export function refuseOver(division: Divided, amount: number, { due, open }: { due: number; open: number }): void {
  if (division === 'principal' && open > 0 && due > open && amount > open)
    throw new Invalid({
      amount: [
        `Van de factuur zelf staat ${formatMoney(open)} open. Vul dat in, of laat de betaling eerst naar de kosten en de rente gaan.`,
      ],
    })
}

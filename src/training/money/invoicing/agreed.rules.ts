/** What companies agreed on for a course, beside what is charged for a planning. */
import { formatEuros } from '../../../platform/format/price.ts'
import { type Charge, type ChargedPlanning, daysText } from './invoicing.rules.ts'

/** What a company agreed on for a course; a price is that of one person, without VAT. */
export interface AgreedLine {
  id: number
  company_id: number
  company: string
  description: string
  price: string | null
}

/**
 * The charges with what the companies agreed on for the course: the nearest company's text, and every price for the
 * engine to weigh. A price for the group as a whole is not that of a person.
 * @param above each company that pays with those above it, nearest first
 */
export function agreedCharges(
  charges: readonly Charge[],
  planning: Pick<ChargedPlanning, 'course' | 'days'>,
  above: ReadonlyMap<number, readonly { id: number }[]>,
  agreed: readonly AgreedLine[],
): Charge[] {
  return charges.map((charge) => {
    const found = (above.get(charge.company_id ?? 0) ?? []).flatMap(({ id }) =>
      agreed.filter(({ company_id }) => company_id === id),
    )
    if (charge.whole || found.length === 0) return charge
    const told = found.find(({ description }) => description !== '')?.description
    const own = found.flatMap(({ id, company_id, company, price }) =>
      price === null
        ? []
        : [
            {
              company_id,
              price,
              title: `Prijs van ${company} voor deze opleiding`,
              text: `${formatEuros(price)} per persoon, zonder btw`,
              href: `/companies/courseLine/${id}`,
            },
          ],
    )
    const name = told === undefined ? {} : { name: `${told}, ${daysText(planning.days)}` }
    return { ...charge, lines: charge.lines.map((line) => ({ ...line, ...name, own })) }
  })
}

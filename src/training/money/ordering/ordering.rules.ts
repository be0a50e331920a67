/** Which lines orders have of a planning: pure, so that all who change enrolments come to the same. */
import { formatCount } from '../../../platform/format/format.ts'
import { type Charge, type ChargedPlanning, type ChargedStudent, daysText, payerKey } from '../invoicing/index.ts'
import type { InvoiceTo } from '../../../administration/catalogue/customers/index.ts'
import type { OrderBy } from '../../catalogue/courses/index.ts'

/** What a line of an order is for: a student, the planning as a whole, more people than that covers, or leaving late. */
export type LineKind = 'student' | 'whole' | 'extra' | 'costs'

/** Whether it is sold to one company that ordered it, at one price for all together. */
export const isWhole = (planning: ChargedPlanning): boolean =>
  planning.incompany && planning.group_product_id !== null && planning.companies.length > 0 && !planning.whole_charged

/** Who pays, and for which students one order is made. */
export interface Payer extends InvoiceTo {
  key: string
  company_id: number | null
  /** Who pays alone, or the student whose order it is alone. */
  contact_id: number | null
  students: ChargedStudent[]
}

/** The customers of students, each with the orders that there are to be. */
export function payersOf(students: readonly ChargedStudent[], orderBy: OrderBy): Payer[] {
  const alone = ({ company_id }: ChargedStudent) => company_id === null || orderBy === 'enrolment'
  const orders = Map.groupBy(students, (student) =>
    payerKey(`${student.company_id}${alone(student) ? `-${student.contact_id}` : ''}`, student),
  )
  return [...orders].map(([key, own]) => {
    const { company_id, contact_id, use_invoice_relation, invoice_relation_id } = own[0]!
    const payer = { company_id, contact_id: alone(own[0]!) ? contact_id : null }
    return { key, ...payer, use_invoice_relation, invoice_relation_id, students: own }
  })
}

/** One place in a planning as a charge of who pays for it. */
export const placeOf = (planning: ChargedPlanning, payer: Omit<Payer, 'students'>): Charge => ({
  key: payer.key,
  company_id: payer.company_id,
  contact_id: payer.contact_id,
  use_invoice_relation: payer.use_invoice_relation,
  invoice_relation_id: payer.invoice_relation_id,
  name: '',
  students: [],
  whole: false,
  lines: [
    {
      product_id: planning.product_id!,
      count: '1',
      name: `${planning.course}, ${daysText(planning.days)}`,
      description: '',
      unit: { one: 'persoon', many: 'personen' },
    },
  ],
})

/** A step of what leaving late costs: from so many days before the begin, a part of the price. */
export interface CostStep {
  days: number
  percentage: number
}

/**
 * The part of the price that is asked of who leaves so many days before the begin: that of the nearest step that was
 * passed; 0 before the first.
 */
export function costsAfter(steps: readonly CostStep[], daysLeft: number): number {
  const passed = steps.filter(({ days }) => daysLeft <= days)
  return (
    passed.reduce((near, step) => (near === null || step.days < near.days ? step : near), null as CostStep | null)
      ?.percentage ?? 0
  )
}

/** '50% van de prijs vanaf 14 dagen voor het begin, 100% vanaf 7 dagen'. */
export const termsText = (steps: readonly CostStep[]): string =>
  steps
    .map(({ days, percentage }, i) =>
      i === 0
        ? `${percentage}% van de prijs vanaf ${formatCount(days, 'dag', 'dagen')} voor het begin`
        : `${percentage}% vanaf ${days === 0 ? 'de dag zelf' : formatCount(days, 'dag', 'dagen')}`,
    )
    .join(', ')

/** A part of an amount in cents, half away from zero. */
export const partOf = (cents: number, percentage: number): number =>
  Math.sign(cents) * Math.round((Math.abs(cents) * percentage) / 100)

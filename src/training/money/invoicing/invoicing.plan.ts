import { createHash } from 'node:crypto'
import {
  type InvoiceRelation,
  companiesAbove,
  invoiceRelationsOf,
} from '../../../administration/catalogue/customers/index.ts'
import { amountOf, bothOf, pricesFor } from '../../../administration/catalogue/prices/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { agreedLines } from '../../../relations/companies/index.ts'
import { listChargedPlannings, listUncharged, planningOfPart } from './invoicing.queries.ts'
import { agreedCharges } from './agreed.rules.ts'
import { type Charge, type ChargeLine, type ChargedPlanning, chargeProblem, chargesOf } from './invoicing.rules.ts'

export interface PlannedLine extends ChargeLine {
  /** In cents. */
  excl: number
  incl: number
  why: string
  tax_category: string
}

export interface PlannedCharge extends Omit<Charge, 'lines'> {
  lines: PlannedLine[]
  incl: number
  /** Who gets it in the place of who pays. */
  relation: InvoiceRelation | null
}

export interface InvoicePlan {
  group_id: number
  course: string
  /** The day whose prices hold: the first on which it is held. */
  day: string
  /** The last one. */
  until: string
  problem: string | null
  charges: PlannedCharge[]
  /** Changes when anything of it does: what was shown is what is made. */
  key: string
}

/** Which invoices there would be of the planning of a part: one function for the question and the save. @throws NotFound */
export async function planInvoices(db: Db | Trx, partId: number): Promise<InvoicePlan> {
  const [plan] = await planAllInvoices(db, [await planningOfPart(db, partId)])
  return plan!
}

/** Which invoices there would be of plannings, all of them in one round. */
export async function planAllInvoices(db: Db | Trx, planningIds: readonly number[]): Promise<InvoicePlan[]> {
  const plannings = await listChargedPlannings(db, planningIds)
  const students = Map.groupBy(await listUncharged(db, planningIds), ({ group_id }) => group_id)
  const charged = plannings.map((planning) => ({
    planning,
    day: planning.days[0] ?? today(),
    charges: chargesOf(
      planning,
      (students.get(planning.group_id) ?? []).map(({ group_id: _, ...student }) => student),
    ),
  }))
  const prices = await priced(db, await agreedOn(db, charged))
  return charged.map(({ planning, day }) => {
    const charges = prices.get(planning.group_id) ?? []
    const shown = { charges: charges.map(({ key, lines, relation }) => [key, lines, relation?.id]), day }
    return {
      group_id: planning.group_id,
      course: planning.course,
      day,
      until: planning.days.toSorted().at(-1) ?? day,
      problem: chargeProblem(planning),
      charges,
      key: createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22),
    }
  })
}

export interface Charged {
  planning: ChargedPlanning
  day: string
  charges: Charge[]
}

/** The charges with what was agreed on for the courses with who pays. */
export async function agreedOn(db: Db | Trx, charged: readonly Charged[]): Promise<Charged[]> {
  const payers = charged.flatMap(({ charges }) => charges.flatMap(({ company_id }) => company_id ?? []))
  const above = await companiesAbove(db, [...new Set(payers)])
  const companies = [...new Set([...above.values()].flat().map(({ id }) => id))]
  const lines = await agreedLines(db, [...new Set(charged.map(({ planning }) => planning.course_id))], companies)
  return charged.map((one) => {
    const own = lines.filter(({ course_id }) => course_id === one.planning.course_id)
    return { ...one, charges: agreedCharges(one.charges, one.planning, above, own) }
  })
}

/** What each charge comes to, by planning; all of them in one round of the price engine. */
async function priced(db: Db | Trx, charged: readonly Charged[]): Promise<Map<number, PlannedCharge[]>> {
  const flat = charged.flatMap(({ charges, day }) =>
    charges.flatMap((charge) => charge.lines.map((line) => ({ charge, line, day }))),
  )
  const answers = await pricesFor(
    db,
    flat.map(({ charge, line, day }) => ({
      product_id: line.product_id,
      count: line.count,
      company_id: charge.company_id,
      contact_id: charge.contact_id,
      day,
      unit: line.unit,
      ...(line.own ? { own: line.own } : {}),
    })),
  )
  const all = charged.flatMap(({ charges }) => charges)
  const relations = new Map((await invoiceRelationsOf(db, all)).map((relation, i) => [all[i]!, relation]))
  const planned = new Map(
    flat.map(({ line }, i) => {
      const answer = answers[i]!
      const own = line.price === undefined ? answer : { ...answer, price: line.price, discount: '0' }
      const { excl, incl } = bothOf(amountOf({ ...own, count: line.count }), answer.tax ?? '0', answer.taxes_included)
      const why = line.price === undefined ? answer.why : 'De opleiding noemt wat er per extra cursist wordt gerekend.'
      return [line, { ...line, excl: Number(excl), incl: Number(incl), why, tax_category: answer.tax_category }]
    }),
  )
  return new Map(
    charged.map(({ planning, charges }) => [
      planning.group_id,
      charges.map((charge) => {
        const lines = charge.lines.map((line) => planned.get(line)!)
        return {
          ...charge,
          lines,
          relation: relations.get(charge) ?? null,
          incl: lines.reduce((sum, { incl }) => sum + incl, 0),
        }
      }),
    ]),
  )
}

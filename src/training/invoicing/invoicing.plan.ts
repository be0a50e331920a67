import { createHash } from 'node:crypto'
import { companiesAbove } from '../../administration/customers/index.ts'
import { amountOf, bothOf, pricesFor } from '../../administration/prices/index.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { today } from '../../platform/format/zone.ts'
import { agreedLines } from '../../relations/companies/index.ts'
import { getChargedPlanning, listUncharged } from './invoicing.queries.ts'
import {
  type Charge,
  type ChargeLine,
  type ChargedPlanning,
  agreedCharges,
  chargeProblem,
  chargesOf,
} from './invoicing.rules.ts'

export interface PlannedLine extends ChargeLine {
  /** In cents. */
  excl: number
  incl: number
  why: string
}

export interface PlannedCharge extends Omit<Charge, 'lines'> {
  lines: PlannedLine[]
  incl: number
}

export interface InvoicePlan {
  group_id: number
  course: string
  /** The day whose prices hold: the first on which it is held. */
  day: string
  problem: string | null
  charges: PlannedCharge[]
  /** Changes when anything of it does: what was shown is what is made. */
  key: string
}

/** Which invoices there would be of the planning of a part: one function for the question and the save. */
export async function planInvoices(db: Db | Trx, partId: number): Promise<InvoicePlan> {
  const planning = await getChargedPlanning(db, partId)
  const day = planning.days[0] ?? today()
  const students = await listUncharged(db, planning.group_id)
  const charges = await priced(db, await agreedOn(db, planning, chargesOf(planning, students)), day)
  const shown = { charges: charges.map(({ key, lines }) => [key, lines]), day }
  return {
    group_id: planning.group_id,
    course: planning.course,
    day,
    problem: chargeProblem(planning),
    charges,
    key: createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22),
  }
}

/** The charges with what was agreed on for the course with who pays. */
async function agreedOn(db: Db | Trx, planning: ChargedPlanning, charges: Charge[]): Promise<Charge[]> {
  const above = await companiesAbove(
    db,
    charges.flatMap(({ company_id }) => company_id ?? []),
  )
  const ids = [...above.values()].flat().map(({ id }) => id)
  return agreedCharges(charges, planning, above, await agreedLines(db, planning.course_id, ids))
}

/** What each charge comes to, all of them in one round of the price engine. */
async function priced(db: Db | Trx, charges: readonly Charge[], day: string): Promise<PlannedCharge[]> {
  const flat = charges.flatMap((charge) => charge.lines.map((line) => ({ charge, line })))
  const answers = await pricesFor(
    db,
    flat.map(({ charge, line }) => ({
      product_id: line.product_id,
      count: line.count,
      company_id: charge.company_id,
      contact_id: charge.contact_id,
      day,
      unit: line.unit,
      ...(line.own ? { own: line.own } : {}),
    })),
  )
  const planned = new Map(
    flat.map(({ line }, i) => {
      const answer = answers[i]!
      const own = line.price === undefined ? answer : { ...answer, price: line.price, discount: '0' }
      const { excl, incl } = bothOf(amountOf({ ...own, count: line.count }), answer.tax ?? '0', answer.taxes_included)
      const why = line.price === undefined ? answer.why : 'De opleiding noemt wat er per extra cursist wordt gerekend.'
      return [line, { ...line, excl: Number(excl), incl: Number(incl), why }]
    }),
  )
  return charges.map((charge) => {
    const lines = charge.lines.map((line) => planned.get(line)!)
    return { ...charge, lines, incl: lines.reduce((sum, { incl }) => sum + incl, 0) }
  })
}

import { sql } from 'kysely'
import { makeConcept } from '../../../administration/invoices/invoices/index.ts'
import type { AddedLine } from '../../../administration/sales/sales/index.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type InvoicePlan, type PlannedCharge, planInvoices } from './invoicing.plan.ts'

/** What is to be charged of a planning. */
export interface MakeInvoices {
  partId: number
  /** That of the plan that was shown; null where none was. */
  key: string | null
  /** Of the charges that were chosen. */
  chosen: readonly string[]
  invoice_date: string
  employee_id: number
}

/**
 * Makes a concept for each chosen payer of a planning; whoever stands on one stands on no other.
 * @returns the ids of the invoices, in the order of the charges
 * @throws HttpError (409) where something changed since it was shown, Invalid where nobody was chosen
 */
export async function makeInvoices(trx: Trx, registry: Registry, wanted: MakeInvoices): Promise<number[]> {
  // Two who make invoices of one planning come one after the other.
  await sql`select id from appointment_groups
    where id = (select group_id from appointments where id = ${wanted.partId}) for update`.execute(trx)
  const plan = await planInvoices(trx, wanted.partId)
  if (plan.problem !== null) throw new HttpError(409, plan.problem)
  if (wanted.key !== null && plan.key !== wanted.key)
    throw new HttpError(409, 'De planning of een prijs is intussen gewijzigd. Bekijk de facturen opnieuw.')
  const charges = plan.charges.filter(({ key }) => wanted.chosen.includes(key))
  if (charges.length === 0) throw new Invalid({ charges: ['Vink minimaal één factuur aan.'] })
  const made: number[] = []
  for (const charge of charges) {
    const { company_id, contact_id, use_invoice_relation, invoice_relation_id } = charge
    const invoice_id = await makeConcept(trx, registry, {
      ...{ company_id, contact_id, use_invoice_relation, invoice_relation_id },
      invoice_date: wanted.invoice_date,
      // What is asked before it is held is not supplied yet.
      delivered_on: plan.until <= today() ? plan.until : null,
      employee_id: wanted.employee_id,
      called: calledAs(plan),
      added: addedLines(plan, charge),
    })
    await settleCharge(trx, plan, charge, invoice_id)
    made.push(invoice_id)
  }
  return made
}

/** How we know what is charged of a planning. */
export const calledAs = ({ group_id }: Pick<InvoicePlan, 'group_id'>): string => `Planning ${group_id}`

/** The lines of a charge as an invoice takes them. */
export const addedLines = ({ day }: InvoicePlan, { lines }: PlannedCharge): AddedLine[] =>
  lines.map(({ product_id, count, name, description, unit, price, own }) => ({
    ...{ product_id, count, name, unit, day },
    description: description || null,
    ...(price === undefined ? {} : { price }),
    ...(own === undefined ? {} : { own }),
  }))

/** Says who stands on an invoice now, and so on no other. */
export async function settleCharge(
  trx: Trx,
  { group_id }: InvoicePlan,
  { whole, students }: PlannedCharge,
  invoice_id: number,
): Promise<void> {
  await trx
    .insertInto('planning_charges')
    .values([
      ...(whole ? [{ group_id, contact_id: null, invoice_id }] : []),
      ...students.map(({ contact_id }) => ({ group_id, contact_id, invoice_id })),
    ])
    .execute()
}

import type { Trx } from '../../platform/database/types.ts'
import { Invalid, type Reason } from '../../platform/errors.ts'
import { reasonsAgainstEach, reasonsText } from '../../platform/blockers.ts'
import type { PlanCtx } from '../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../platform/screens/table/bulk-plan.ts'
import { byCompanyName, companiesVisibleTo } from './companies.queries.ts'

type Asking<Form = object> = PlanCtx<object, { ids: number[] } & Form>

/** The fields that can be changed for many at once. */
export const MASS_FIELDS = ['phone', 'email', 'invoice_email', 'website', 'note'] as const
type MassField = (typeof MASS_FIELDS)[number]

/** Those chosen, in Dutch order. @throws Invalid when there are none */
async function listChosen({ db, viewer, form }: Asking) {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name', 'active', ...MASS_FIELDS])
    .where('id', 'in', form.ids)
    .where(companiesVisibleTo(viewer))
    .orderBy(byCompanyName)
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw new Invalid({ ids: ['Vink minimaal één bedrijf aan.'] })
  return rows
}

/** Locks them in the order of their ids. */
export const lockCompanies = (trx: Trx, ids: number[]) =>
  trx.selectFrom('companies').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Which go out of use: not those for which something is still to come, nor those out of use already. */
export async function planDisabling({ services, ...asking }: Asking): Promise<BulkPlan> {
  const companies = await listChosen({ services, ...asking })
  const active = companies.filter((company) => company.active).map(({ id }) => id)
  const blocked = await blockedAmong({ services, ...asking }, active)
  return planOf(companies, (company) => {
    if (!company.active) return { why: 'is al niet actief' }
    const reasons = blocked.get(company.id)
    return reasons === undefined ? {} : { why: `blijft actief: ${reasonsText(reasons)}` }
  }).plan
}

/** What stays, and why: those that are chosen go together, and one that stays keeps those above it. */
async function blockedAmong({ db, services }: Asking, chosen: number[]): Promise<Map<number, Reason[]>> {
  const blocked = new Map<number, Reason[]>()
  let going = chosen
  for (;;) {
    const found = await reasonsAgainstEach(db, services.registry, 'company', going, 'disable')
    if (found.size === 0) return blocked
    for (const [id, reasons] of found) blocked.set(id, reasons)
    going = going.filter((id) => !found.has(id))
  }
}

/** What a field becomes for each of them. */
export async function planField(
  ctx: Asking<{ field: MassField | '' } & Record<MassField, string | null>>,
): Promise<BulkPlan> {
  const field = ctx.form.field as MassField
  const to = ctx.form[field] ?? ''
  return planOf(await listChosen(ctx), (company) => {
    const from = company[field] ?? ''
    return from === to ? { why: 'heeft dit al' } : { change: { from, to } }
  }).plan
}

import { ROLE } from '../../platform/access/roles.ts'
import { type Viewer, hasRole } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { Invalid } from '../../platform/errors.ts'
import { formatCount } from '../../platform/format/format.ts'
import { reasonsAgainstEach, reasonsText } from '../../platform/blockers.ts'
import type { PlanCtx } from '../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../platform/screens/table/bulk-plan.ts'
import { GUARDED_ROLES } from '../../system/accounts/index.ts'
import { hiddenFields, organisationHidden, nameColumns, fullName } from '../naming/index.ts'
import { byName, contactsVisibleTo } from './contacts.queries.ts'
import { CONTACT_ROLES } from './contacts.rules.ts'

type Asking = Pick<PlanCtx<object, { ids: number[] }>, 'db' | 'viewer' | 'form'>

/** Those chosen, in Dutch order, with what decides what may be done with them. @throws Invalid when there are none */
async function listChosen({ db, viewer, form }: Asking) {
  const rows = await db
    .selectFrom('contacts')
    .leftJoin('users', 'users.contact_id', 'contacts.id')
    .leftJoin('companies', 'companies.id', 'contacts.company_id')
    .select([
      'contacts.id',
      'contacts.active',
      'contacts.roles',
      'contacts.company_id',
      'contacts.client_id',
      'contacts.gets_account',
      'contacts.job_title',
      'contacts.phone',
      'contacts.note',
      'users.roles as account_roles',
      'users.active as account_active',
      'companies.name as company_name',
      'companies.hidden_contact_fields as company_hidden',
      organisationHidden.as('organisation_hidden'),
      ...nameColumns,
    ])
    .where('contacts.id', 'in', form.ids)
    .where(contactsVisibleTo(viewer))
    .orderBy(byName[0]!)
    .orderBy(byName[1]!)
    .orderBy('contacts.id')
    .execute()
  if (rows.length === 0) throw new Invalid({ ids: ['Vink minimaal één contact aan.'] })
  return rows.map((row) => ({ ...row, name: fullName(row) }))
}
type Chosen = Awaited<ReturnType<typeof listChosen>>[number]

/** Locks them in the order of their ids. */
export const lockContacts = (trx: Trx, ids: number[]) =>
  trx.selectFrom('contacts').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

const NOT_YOURS = 'blijft zoals het is: gegevens van een beheerder wijzigt een beheerder'

const isGuarded = (viewer: Viewer, { account_roles }: Chosen) =>
  account_roles?.includes(ROLE.administrator) === true && !hasRole(viewer, ROLE.administrator)

const withOutcomes = (plan: BulkPlan, outcomes: BulkPlan['outcomes']): BulkPlan => ({ ...plan, outcomes })

const works = (count: number) => (count === 1 ? 'werkt' : 'werken')

/** Who goes out of use: not who is planned, nor who is out of use already. */
export async function planDisabling({ services, ...asking }: PlanCtx<object, { ids: number[] }>): Promise<BulkPlan> {
  const people = await listChosen(asking)
  const blocked = await blockedAmong(asking.db, services, people)
  const { plan, going } = planOf(people, (person) => {
    if (isGuarded(asking.viewer, person)) return { why: NOT_YOURS }
    if (!person.active) return { why: 'is al niet actief' }
    const reasons = blocked.get(person.id)
    return reasons === undefined ? {} : { why: `blijft actief: ${reasons}` }
  })
  const accounts = going.filter(({ account_active }) => account_active).length
  return withOutcomes(
    plan,
    accounts === 0
      ? []
      : [
          {
            icon: 'user-off',
            lead: `${formatCount(accounts, 'account', 'accounts')} ${works(accounts)} daarna niet meer.`,
          },
        ],
  )
}

async function blockedAmong(db: Db | Trx, { registry }: PlanCtx<object, object>['services'], people: Chosen[]) {
  const ids = people.filter(({ active }) => active).map(({ id }) => id)
  const reasonsOf = await reasonsAgainstEach(db, registry, 'contact', ids, 'disable')
  return new Map([...reasonsOf].map(([id, reasons]) => [id, reasonsText(reasons)]))
}

/** Who gets a role, or loses it. */
export async function planRole(
  ctx: PlanCtx<object, { ids: number[]; role: number; give: boolean }>,
): Promise<BulkPlan> {
  const { role, give } = ctx.form
  const label = CONTACT_ROLES[role] ?? ''
  const { plan, going } = planOf(await listChosen(ctx), (person) => {
    if (isGuarded(ctx.viewer, person)) return { why: NOT_YOURS }
    const isOffice = GUARDED_ROLES.some((guarded) => guarded === role)
    if (isOffice && !hasRole(ctx.viewer, ROLE.administrator))
      return { why: 'blijft zoals het is: deze rol geeft of neemt een beheerder' }
    if (person.roles.includes(role) === give)
      return { why: give ? `heeft de rol ${label} al` : `heeft de rol ${label} niet` }
    const names = (roles: readonly number[]) => roles.map((one) => CONTACT_ROLES[one] ?? '').join(', ')
    return { change: { from: names(person.roles), to: names(rolesAfter(person.roles, role, give)) } }
  })
  const losing = going.filter((person) => person.gets_account && rolesAfter(person.roles, role, give).length === 0)
  return withOutcomes(
    plan,
    losing.length === 0
      ? []
      : [
          {
            icon: 'user-off',
            lead: `${formatCount(losing.length, 'account', 'accounts')} ${works(losing.length)} daarna niet meer.`,
            text: 'Zonder rol heeft niemand een account.',
          },
        ],
  )
}

export const rolesAfter = (roles: readonly number[], role: number, give: boolean): number[] =>
  give ? [...roles, role].toSorted((a, b) => a - b) : roles.filter((one) => one !== role)

/** Who comes to work for another company. */
export async function planCompany(
  ctx: PlanCtx<object, { ids: number[]; company_id: number | null }>,
): Promise<BulkPlan> {
  const company = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', ctx.form.company_id ?? 0)
    .executeTakeFirst()
  const { plan, going } = planOf(await listChosen(ctx), (person) => {
    if (isGuarded(ctx.viewer, person)) return { why: NOT_YOURS }
    if (person.company_id === ctx.form.company_id) return { why: `hoort al bij ${company?.name ?? ''}` }
    return { change: { from: person.company_name ?? 'Particulier', to: company?.name ?? '' } }
  })
  const ownNumbers = going.filter(({ client_id }) => client_id !== null).length
  return withOutcomes(
    plan,
    ownNumbers === 0
      ? []
      : [
          {
            icon: 'receipt',
            lead: `${formatCount(ownNumbers, 'eigen debiteurnummer vervalt', 'eigen debiteurnummers vervallen')}.`,
            text: 'Facturen gaan daarna naar het bedrijf.',
          },
        ],
  )
}

/** The fields that can be changed for many at once. */
export const MASS_FIELDS = ['job_title', 'phone', 'note'] as const
export type MassField = (typeof MASS_FIELDS)[number]

/** What a field becomes for each of them. */
export async function planField(
  ctx: PlanCtx<object, { ids: number[]; field: MassField | ''; job_title: string; phone: string; note: string }>,
): Promise<BulkPlan> {
  const field = ctx.form.field as MassField
  const to = ctx.form[field]
  const { plan } = planOf(await listChosen(ctx), (person) => {
    if (isGuarded(ctx.viewer, person)) return { why: NOT_YOURS }
    if (hiddenFields(person.organisation_hidden, person.company_hidden).has(field))
      return { why: 'blijft zoals het is: dit veld wordt daar niet gebruikt' }
    const from = person[field] ?? ''
    return from === (to ?? '') ? { why: 'heeft dit al' } : { change: { from, to: to ?? '' } }
  })
  return plan
}

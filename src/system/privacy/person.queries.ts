import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import { type AnonymisePlan, type PersonDataSource, type PersonRow, personData } from './points.ts'

export interface PersonSection {
  key: string
  label: string
  rows: PersonRow[]
}

export const personSources = (registry: Registry): readonly PersonDataSource[] => registry.all(personData)

/** Everything that is kept about a person, area by area; kinds of which there is nothing are left out. */
export async function collectPerson(services: Services, contactId: number): Promise<PersonSection[]> {
  const sections: PersonSection[] = []
  for (const source of personSources(services.registry)) {
    const rows = await source.collect(services, contactId)
    if (rows.length > 0) sections.push({ key: source.key, label: source.label, rows })
  }
  return sections
}

/** What anonymising would empty and what stays, without doing it. */
export async function planAnonymising(db: Db | Trx, registry: Registry, contactId: number): Promise<AnonymisePlan> {
  const whole: AnonymisePlan = { emptied: [], kept: [], blocked: [] }
  for (const source of personSources(registry)) {
    const plan = await source.plan?.(db, contactId)
    if (!plan) continue
    whole.emptied.push(...plan.emptied)
    whole.kept.push(...plan.kept)
    whole.blocked.push(...plan.blocked)
  }
  return whole
}

/** Whose contact this is, when somebody has an account with it; administrators and the viewer are not anonymised. */
export async function accountBehind(db: Db | Trx, contactId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'active', sql<boolean>`roles @> array[${sql.lit(ROLE.administrator)}]`.as('administers')])
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
}

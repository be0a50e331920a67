import { closeSetsAround } from '../../platform/database/change-sets.ts'
import { recordEvent } from '../../platform/database/history.ts'
import type { Trx } from '../../platform/database/types.ts'
import { forgetWords } from '../../platform/http/once.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import { idsOf } from '../history/index.ts'
import { accountBehind, personSources, planAnonymising } from './person.queries.ts'

/**
 * Empties everything that says who a person is, in all areas at once; what a duty says must stay, stays without a name.
 * There is no way back.
 * @throws Invalid when something has to be settled first
 */
export async function anonymisePerson(
  trx: Trx,
  viewer: Viewer,
  services: Pick<Services, 'registry' | 'jobs'>,
  contactId: number,
): Promise<void> {
  const { registry } = services
  const [blocker] = await blockersOf(trx, viewer, registry, contactId)
  if (blocker !== undefined) throw new Invalid({ _form: [blocker] })
  const sources = personSources(registry)
  const [named, others] = [sources.filter(({ byName }) => byName), sources.filter(({ byName }) => !byName)]
  for (const source of [...named, ...others]) await source.anonymise?.(trx, contactId, services)
  const ids = await maskPerson(trx, registry, contactId)
  // Whom an answer named is not known; a day of them is little to lose.
  await forgetWords(trx)
  await recordEvent(trx, viewer, { type: 'contact', id: contactId, action: 'anonymise' })
  await closeSetsAround(trx, { type: 'contact', ids, column: 'contact_id' })
}

/** Masks what the history of every area says about a person; answers all the ids that the contact has had. */
export async function maskPerson(trx: Trx, registry: Registry, contactId: number): Promise<number[]> {
  const { rows } = await idsOf('contact', contactId).execute(trx)
  const ids = rows.map(({ id }) => Number(id))
  for (const id of ids) for (const source of personSources(registry)) await source.mask?.(trx, id)
  return ids
}

/** Why a person cannot be anonymised now, as sentences; empty when nothing stands in the way. */
export async function blockersOf(
  trx: Trx | Parameters<typeof planAnonymising>[0],
  viewer: Viewer,
  registry: Registry,
  contactId: number,
): Promise<string[]> {
  const { blocked } = await planAnonymising(trx, registry, contactId)
  const account = await accountBehind(trx, contactId)
  if (account?.id === viewer.id) return ['U kunt uzelf niet anonimiseren.', ...blocked]
  if (account?.active && account.administers) return ['Deze persoon is beheerder. Neem eerst die rol af.', ...blocked]
  return blocked
}

import { closeSetsAround } from '../../platform/database/change-sets.ts'
import { recordEvent } from '../../platform/database/history.ts'
import type { Trx } from '../../platform/database/types.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
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
  for (const source of personSources(registry)) await source.anonymise?.(trx, contactId, services)
  await recordEvent(trx, viewer, { type: 'contact', id: contactId, action: 'anonymise' })
  await closeSetsAround(trx, { type: 'contact', id: contactId, column: 'contact_id' })
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

import { Invalid, NotFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { keepAccountNames } from '../naming/index.ts'
import { nextClientId } from '../companies/index.ts'
import { linkCompany, refuseAdministrators } from './contacts.commands.ts'

/** The contact, locked so that two moves follow each other. @throws NotFound */
async function lockContact(trx: Trx, id: number) {
  const contact = await trx
    .selectFrom('contacts')
    .select(['id', 'company_id', 'client_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!contact) throw new NotFound('Contact')
  return contact
}

async function unlinkCompany(trx: Trx, contactId: number, companyId: number): Promise<boolean> {
  const gone = await trx
    .deleteFrom('contact_companies')
    .where('contact_id', '=', contactId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Makes a company the main one, through which the person is invoiced: an own debtor number is given up for it. */
async function setMain(trx: Trx, contactId: number, companyId: number): Promise<void> {
  await trx
    .updateTable('contacts')
    .set({ company_id: companyId, client_id: null })
    .where('id', '=', contactId)
    .execute()
  await keepAccountNames(trx, { contactId })
}

/** Without a company somebody is a private debtor with an own number (T-112), and supervises no whole company. */
async function setPrivate(trx: Trx, contactId: number, client_id: number | null): Promise<void> {
  await trx
    .updateTable('contacts')
    .set({ company_id: null, supervisor_for_all: false, client_id: client_id ?? (await nextClientId(trx)) })
    .where('id', '=', contactId)
    .execute()
  await keepAccountNames(trx, { contactId })
}

/** A person changes companies: the new one takes the place of the main one (T-111). */
export async function moveToCompany(trx: Trx, viewer: Viewer, id: number, companyId: number): Promise<void> {
  await refuseAdministrators(trx, viewer, id)
  const contact = await lockContact(trx, id)
  if (contact.company_id === companyId) throw new Invalid({ company_id: ['Dit contact hoort al bij dit bedrijf.'] })
  if (contact.company_id !== null) await unlinkCompany(trx, id, contact.company_id)
  await linkCompany(trx, id, companyId)
  await setMain(trx, id, companyId)
}

/** Takes a person out of all companies. @throws Invalid for a private person */
export async function moveFromCompany(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  await refuseAdministrators(trx, viewer, id)
  const contact = await lockContact(trx, id)
  if (contact.company_id === null) throw new Invalid({ company_id: ['Dit contact hoort bij geen bedrijf.'] })
  await trx.deleteFrom('contact_companies').where('contact_id', '=', id).execute()
  await setPrivate(trx, id, contact.client_id)
}

/** Links one more company; the first one becomes the main one. @throws Invalid when it is linked already */
export async function attachCompany(trx: Trx, viewer: Viewer, id: number, companyId: number): Promise<void> {
  await refuseAdministrators(trx, viewer, id)
  const contact = await lockContact(trx, id)
  const linked = await trx
    .selectFrom('contact_companies')
    .select('id')
    .where('contact_id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (linked) throw new Invalid({ company_id: ['Dit bedrijf is al gekoppeld.'] })
  await linkCompany(trx, id, companyId)
  if (contact.company_id === null) await setMain(trx, id, companyId)
}

/** Unlinks a company; when it was the main one, the next takes its place, and without one the person is private. */
export async function detachCompany(trx: Trx, viewer: Viewer, id: number, companyId: number): Promise<void> {
  await refuseAdministrators(trx, viewer, id)
  const contact = await lockContact(trx, id)
  if (!(await unlinkCompany(trx, id, companyId))) throw new NotFound('Koppeling')
  if (contact.company_id !== companyId) return
  const next = await trx
    .selectFrom('contact_companies')
    .select('company_id')
    .where('contact_id', '=', id)
    .orderBy('id')
    .executeTakeFirst()
  if (next) await setMain(trx, id, next.company_id)
  else await setPrivate(trx, id, contact.client_id)
}

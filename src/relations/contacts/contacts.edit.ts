import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { Invalid } from '../../platform/errors.ts'
import { lockRow } from '../../platform/database/versioned.ts'
import { listHiddenFields } from '../hidden-fields.ts'
import { editContact } from './contacts.commands.ts'
import { ContactForm, type ContactInput } from './contacts.forms.ts'

/** Fields that a list changes where they stand. */
export const CELL_FIELDS = ['email', 'mobile_phone', 'phone', 'job_title'] as const

/** @throws Invalid on a field that is hidden for this person, as what `changeContact` throws */
export async function changeCell(
  trx: Trx,
  viewer: Viewer,
  id: number,
  changes: Partial<ContactInput>,
  services: Services,
  version: number,
): Promise<void> {
  const { company_id } = await lockRow(trx, 'contacts', id)
  const hidden: ReadonlySet<string> = await listHiddenFields(trx, company_id)
  for (const field of Object.keys(changes))
    if (hidden.has(field)) throw new Invalid({ [field]: ['Dit veld wordt bij dit bedrijf niet gebruikt.'] })
  await changeContact(trx, viewer, id, changes, services, version)
}

/**
 * Changes some fields of a contact by the rules of its form, as if all others had come back as they are.
 * @param version the one that the sender saw; without it whatever is there now is changed
 * @throws as `editContact`
 */
export async function changeContact(
  trx: Trx,
  viewer: Viewer,
  id: number,
  changes: Partial<ContactInput>,
  services: Services,
  version?: number,
): Promise<void> {
  const row = await lockRow(trx, 'contacts', id)
  const skills = await trx.selectFrom('contact_skills').select('skill_id').where('contact_id', '=', id).execute()
  const names = new Set(Object.keys(ContactForm.shape))
  const stored = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
  const input = { ...stored, skills: skills.map(({ skill_id }) => skill_id), ...changes } as ContactInput
  await editContact(trx, viewer, id, { ...input, version: version ?? row.version }, services)
}

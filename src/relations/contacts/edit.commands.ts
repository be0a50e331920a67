import type { Selectable } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { DB, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { Invalid } from '../../platform/errors.ts'
import { lockRow } from '../../platform/database/versioned.ts'
import { listHiddenFields, listHiddenFieldsOf, withoutHidden } from '../naming/index.ts'
import { checkAccount, editContact, moveAllLinks, withRoleOptions } from './contacts.commands.ts'
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

type Contact = Selectable<DB['contacts']>

/** What the form would have sent, with some of it changed. */
function inputOf(row: Contact, changes: Partial<ContactInput>, skills: { skill_id: number }[] = []): ContactInput {
  const names = new Set(Object.keys(ContactForm.shape))
  const stored = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
  return { ...stored, skills: skills.map(({ skill_id }) => skill_id), ...changes } as ContactInput
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
  const input = inputOf(row, changes, skills)
  await editContact(trx, viewer, id, { ...input, version: version ?? row.version }, services)
}

/**
 * Changes some fields of several contacts as `changeContact` does: with one statement for all who come to the same. Who
 * has an account, is to get one or a debtor number goes by themselves, since more follows from that.
 * @param changesOf what changes of a contact as it is
 * @throws as `editContact`
 */
export async function changeContacts(
  trx: Trx,
  viewer: Viewer,
  ids: number[],
  changesOf: (before: Contact) => Partial<ContactInput>,
  services: Services,
): Promise<void> {
  const rows = await trx.selectFrom('contacts').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const accounts = await trx.selectFrom('users').select('contact_id').where('contact_id', 'in', ids).execute()
  const withAccount = new Set(accounts.map(({ contact_id }) => contact_id))
  const hiddenOf = await listHiddenFieldsOf(
    trx,
    rows.map(({ company_id }) => company_id),
  )
  const alike = new Map<string, { set: Partial<Contact>; rows: Contact[] }>()
  for (const row of rows) {
    const contact = withRoleOptions(inputOf(row, changesOf(row)))
    const client_id = contact.company_id === null ? (contact.client_id ?? row.client_id) : null
    const isNumbered = contact.company_id !== null || client_id !== null
    if (withAccount.has(row.id) || contact.gets_account || !isNumbered)
      await changeContact(trx, viewer, row.id, changesOf(row), services)
    else {
      checkAccount(viewer, undefined, row, contact)
      const set = changedOf(row, { ...withoutHidden(contact, hiddenOf(row.company_id)), client_id })
      const key = JSON.stringify(set)
      const group = alike.get(key) ?? { set, rows: [] }
      group.rows.push(row)
      alike.set(key, group)
    }
  }
  for (const { set, rows: some } of alike.values()) await changeAlike(trx, some, set)
}

/** Those values that a contact does not have yet. */
const changedOf = (row: Contact, values: object): Partial<Contact> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify((row as Record<string, unknown>)[column]),
    ),
  )

async function changeAlike(trx: Trx, rows: Contact[], set: Partial<Contact>): Promise<void> {
  if (Object.keys(set).length === 0) return
  const ids = rows.map(({ id }) => id)
  await trx.updateTable('contacts').set(set).where('id', 'in', ids).execute()
  if (typeof set.company_id === 'number')
    await moveAllLinks(
      trx,
      rows.map(({ id, company_id }) => ({ id, before: company_id })),
      set.company_id,
    )
}

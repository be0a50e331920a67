import { sql } from 'kysely'
import { reasonsAgainst, reasonsText } from '../../platform/blockers.ts'
import { Forbidden, HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { ROLE, type RoleId } from '../../platform/access/roles.ts'
import { type Viewer, hasRole } from '../../platform/access/viewer.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockRow, refuseStale } from '../../platform/database/versioned.ts'
import {
  GUARDED_ROLES,
  keepAccountOf,
  lockAccounts,
  mailFirstUse,
  setAccountActive,
} from '../../system/accounts/index.ts'
import { keepAccountNames, listHiddenFields, withoutHidden, fullName } from '../naming/index.ts'
import { nextClientId } from '../companies/index.ts'
import type { ContactInput, ContactDetails } from './contacts.forms.ts'

/** What of a contact says by what they sign in. */
export interface AccountBasis {
  roles: readonly number[]
  email: string | null
  gets_account: boolean
}

/**
 * Roles 1 and 2 are an Administrator's to give and take (rulings 4), and so is whatever else somebody with one of them
 * signs in by, also where there is no account yet: whoever chooses the address gets the link.
 * @throws Invalid
 */
export function checkRoles(viewer: Viewer, before: AccountBasis, after: AccountBasis): void {
  if (hasRole(viewer, ROLE.administrator)) return
  const touched = GUARDED_ROLES.some((role) => before.roles.includes(role) !== after.roles.includes(role))
  if (touched)
    throw new Invalid({ roles: ['Alleen een beheerder kan de rollen beheerder en planner geven of afnemen.'] })
  if (!GUARDED_ROLES.some((role) => before.roles.includes(role))) return
  if ((before.email ?? null) !== after.email)
    throw new Invalid({ email: ['Het e-mailadres van een beheerder of planner wijzigt een beheerder.'] })
  if (before.gets_account !== after.gets_account)
    throw new Invalid({ gets_account: ['Een beheerder of planner krijgt een account van een beheerder.'] })
}

/** A contact whose user is an administrator is an administrator's to change (rulings 4). @throws Forbidden */
export async function refuseAdministrators(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  if (!hasRole(viewer, ROLE.administrator)) refuseAdministrator(viewer, await findAccount(trx, id))
}

function refuseAdministrator(viewer: Viewer, account: { roles: readonly number[] } | undefined): void {
  if (account?.roles.includes(ROLE.administrator) && !hasRole(viewer, ROLE.administrator))
    throw new Forbidden('Alleen een beheerder kan de gegevens van een beheerder wijzigen.')
}

const findAccount = (trx: Trx, contactId: number) =>
  trx.selectFrom('users').select('roles').where('contact_id', '=', contactId).executeTakeFirst()

/**
 * Locks the accounts of those contacts who are administrators together with that of who changes them, as those do who
 * change accounts themselves. Who calls it holds the contacts, from which their roles follow.
 * @throws NotSignedIn, Forbidden where who changes them is no administrator any more
 */
export async function lockAdministrators(trx: Trx, viewer: Viewer, contactIds: readonly number[]): Promise<void> {
  // Anybody else is refused what is an administrator's.
  if (!hasRole(viewer, ROLE.administrator)) return
  const accounts = await trx.selectFrom('users').select(['id', 'roles']).where('contact_id', 'in', contactIds).execute()
  const administrators = accounts.filter(({ roles }) => roles.includes(ROLE.administrator))
  if (administrators.length === 0) return
  await lockAccounts(trx, viewer, administrators.map(({ id }) => id)) // prettier-ignore
}

/**
 * What of a contact with an account, or with a role of the office, is an administrator's to change.
 * @throws Forbidden, Invalid
 */
export function checkAccount(
  viewer: Viewer,
  account: { roles: readonly number[] } | undefined,
  before: AccountBasis,
  after: AccountBasis,
): void {
  refuseAdministrator(viewer, account)
  if (account && (before.email ?? null) !== after.email && !hasRole(viewer, ROLE.administrator))
    throw new Invalid({ email: ['Het e-mailadres van iemand met een account wijzigt een beheerder.'] })
  checkRoles(viewer, before, after)
}

/** Options that go with a role only (T-180…T-183): without it they are off, whatever the form said. */
export function withRoleOptions(input: ContactInput): Omit<ContactInput, 'skills'> {
  const { skills: _skills, ...contact } = input
  const teacher = input.roles.includes(ROLE.teacher)
  const gets_account = input.gets_account && input.roles.length > 0
  return {
    ...contact,
    gets_account,
    teacher_may_apply: input.teacher_may_apply && teacher && gets_account,
    hok_teacher_number: teacher ? input.hok_teacher_number : null,
    supervisor_for_all: input.supervisor_for_all && input.roles.includes(ROLE.supervisor) && input.company_id !== null,
    // A person of a company is invoiced through it; a private person is a debtor of their own.
    client_id: input.company_id === null ? input.client_id : null,
  }
}

export async function addContact(trx: Trx, viewer: Viewer, input: ContactInput, services: Services): Promise<number> {
  const contact = withRoleOptions(input)
  checkRoles(viewer, { roles: [], email: null, gets_account: false }, contact)
  const client_id = contact.company_id === null ? (contact.client_id ?? (await nextClientId(trx))) : null
  const { id } = await trx
    .insertInto('contacts')
    .values({ ...contact, client_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (contact.company_id !== null) await linkCompany(trx, id, contact.company_id)
  await setSkills(trx, id, input.skills)
  await grantAccount(trx, viewer, id, contact, services)
  return id
}

/** @throws Stale, Invalid, Forbidden (a contact whose user is an administrator is an administrator's to edit) */
export async function editContact(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, ...input }: ContactInput & { version: number },
  services: Services,
): Promise<void> {
  const contact = withRoleOptions(input)
  const before = await lockRow(trx, 'contacts', id)
  // What the form leaves out goes by the company the contact has now.
  const shown = withoutHidden(contact, await listHiddenFields(trx, before.company_id))
  await refuseStale(trx, 'contacts', before, version, shown)
  checkAccount(viewer, await findAccount(trx, id), before, contact)
  await lockAdministrators(trx, viewer, [id])
  const client_id =
    contact.company_id !== null ? null : (contact.client_id ?? before.client_id ?? (await nextClientId(trx)))
  await trx
    .updateTable('contacts')
    .set({ ...shown, client_id })
    .where('id', '=', id)
    .execute()
  await moveLinks(trx, id, before.company_id, contact.company_id)
  await setSkills(trx, id, input.skills)
  await grantAccount(trx, viewer, id, { ...contact, gets_account: contact.gets_account && before.active }, services)
  // Hidden initials were not in the form, and another company may hide others.
  await keepAccountNames(trx, { contactId: id })
}

/**
 * A new company takes the place of the main one before (T-111); of several the person belongs to already, another one
 * becomes the main one and all stay. A private person belongs to none (T-112).
 */
async function moveLinks(trx: Trx, id: number, before: number | null, after: number | null): Promise<void> {
  if (before === after) return
  const links = trx.deleteFrom('contact_companies').where('contact_id', '=', id)
  if (after === null) await links.execute()
  else if (await linkCompany(trx, id, after)) await links.where('company_id', '=', before).execute()
}

/** The same for several who come to one company, with the main one that each had. */
export async function moveAllLinks(
  trx: Trx,
  moved: { id: number; before: number | null }[],
  after: number,
): Promise<void> {
  const linked = await trx
    .insertInto('contact_companies')
    .values(moved.map(({ id }) => ({ contact_id: id, company_id: after })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('contact_id')
    .execute()
  const isNew = new Set(linked.map(({ contact_id }) => contact_id))
  const left = moved.filter(({ id, before }) => before !== null && isNew.has(id))
  await sql`
    delete from contact_companies using unnest(
      ${left.map(({ id }) => id)}::integer[], ${left.map(({ before }) => before)}::integer[]) as gone (contact_id, company_id)
    where contact_companies.contact_id = gone.contact_id and contact_companies.company_id = gone.company_id`.execute(
    trx,
  )
}

/** Phone numbers and address: what a supervisor or the person themselves may change. */
export async function editContactDetails(trx: Trx, id: number, { version, ...details }: ContactDetails): Promise<void> {
  const before = await lockRow(trx, 'contacts', id)
  const shown = withoutHidden(details, await listHiddenFields(trx, before.company_id))
  await refuseStale(trx, 'contacts', before, version, shown)
  await trx.updateTable('contacts').set(shown).where('id', '=', id).execute()
}

/** Answers whether the link is new. */
export async function linkCompany(trx: Trx, contactId: number, companyId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('contact_companies')
    .values({ contact_id: contactId, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function setSkills(trx: Trx, contactId: number, skills: number[]): Promise<void> {
  let gone = trx.deleteFrom('contact_skills').where('contact_id', '=', contactId)
  if (skills.length > 0) gone = gone.where('skill_id', 'not in', skills)
  await gone.execute()
  if (skills.length === 0) return
  await trx
    .insertInto('contact_skills')
    .values(skills.map((skill_id) => ({ contact_id: contactId, skill_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Keeps the account in step: roles follow the contact, a new account gets a link to choose its password (rulings 4).
 */
async function grantAccount(
  trx: Trx,
  viewer: Viewer,
  id: number,
  contact: Omit<ContactInput, 'skills'>,
  services: Services,
): Promise<void> {
  const name = fullName(contact)
  const account = { email: contact.email, name, roles: contact.roles as RoleId[], active: contact.gets_account }
  const token = await keepAccountOf(trx, viewer, id, account)
  if (token === null || contact.email === null) return
  await mailFirstUse(trx, services, { to: contact.email, name, token, record: { type: 'contact', id } })
}

/** The address that the owner gave the account is that of the contact behind it. */
export async function takeAccountEmail(
  trx: Trx,
  { contactId, email }: { contactId: number; email: string },
): Promise<RecordRef[]> {
  await trx.updateTable('contacts').set({ email }).where('id', '=', contactId).execute()
  return [{ type: 'contact', id: contactId }]
}

/**
 * Disables an active contact, whose account then stops working, or enables a disabled one. Answers whether it is active
 * now.
 */
export async function toggleContact(trx: Trx, viewer: Viewer, id: number): Promise<boolean> {
  await refuseAdministrators(trx, viewer, id)
  const contact = await trx
    .updateTable('contacts')
    .set((eb) => ({ active: eb.not('active') }))
    .where('id', '=', id)
    .returning(['active', 'gets_account'])
    .executeTakeFirst()
  if (!contact) throw new NotFound('Contact')
  await lockAdministrators(trx, viewer, [id])
  await setAccountActive(trx, id, contact.active && contact.gets_account)
  return contact.active
}

/** Puts active contacts out of use, whose accounts then stop working. The caller holds them and those of administrators. @throws Forbidden */
export async function disableContacts(trx: Trx, viewer: Viewer, ids: number[]): Promise<void> {
  const accounts = await trx
    .selectFrom('users')
    .select(['contact_id', 'roles'])
    .where('contact_id', 'in', ids)
    .execute()
  for (const account of accounts) refuseAdministrator(viewer, account)
  await trx.updateTable('contacts').set({ active: false }).where('id', 'in', ids).execute()
  for (const { contact_id } of accounts) await setAccountActive(trx, contact_id!, false)
}

/** @throws HttpError (409) when something is still planned with the person, who then stays active (T-110) */
export async function refuseInactive(trx: Trx, registry: Registry, id: number): Promise<void> {
  const reasons = await reasonsAgainst(trx, registry, 'contact', id, 'disable')
  if (reasons.length > 0)
    throw new HttpError(
      409,
      `Deactiveren niet mogelijk: ${reasonsText(reasons)}. Deze persoon kan niet worden gedeactiveerd.`,
    )
}

/** Deletes a contact on which nothing hangs: no account either, so it is nobody's who signs in. */
export async function deleteContact(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('contacts').where('id', '=', id).execute()
}

import type * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { withAddress } from '../../platform/fields/address.ts'
import { idList, version } from '../../platform/forms/fields.ts'
import { contactFields } from '../naming/index.ts'

/** What everyone who may change a contact at all can change: supervisors and students too (permissions, contacts). */
const phones = parsersOf(contactFields, 'phone', 'mobile_phone')

const contact = {
  ...parsersOf(
    contactFields,
    'first_name',
    'initials',
    'last_name_prefix',
    'last_name',
    'gender',
    'birth_date',
    'language',
    'email',
    'job_title',
    'company_id',
    'client_id',
    'roles',
    'supervisor_for_all',
    'gets_account',
    'teacher_may_apply',
    'hok_teacher_number',
    'skills',
    'note',
  ),
  ...phones,
}

export const ContactForm = withAddress(contact)
/** A new contact; `known_doubles` names the contacts like it that its sender saw. */
export const ContactAddForm = withAddress({ ...contact, known_doubles: idList(20) })
export const ContactEditForm = withAddress({ ...contact, version })
export const ContactDetailsForm = withAddress({ ...phones, version })
export type ContactInput = z.output<typeof ContactForm>
export type ContactDetails = z.output<typeof ContactDetailsForm>

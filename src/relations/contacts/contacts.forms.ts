import * as z from 'zod'
import {
  checkbox,
  dateOrNull,
  emailOrNull,
  idList,
  longText,
  optionalText,
  phoneOrNull,
  selectorIdOrNull,
  text,
  textOrNull,
  version,
  wholeNumberOrNull,
} from '../../platform/forms/fields.ts'
import { withAddress } from '../../platform/forms/address.ts'
import { today } from '../../platform/format/zone.ts'
import { CONTACT_ROLES } from './contacts.rules.ts'

const roles = idList(6).refine((chosen) => chosen.every((role) => role in CONTACT_ROLES), ':label is niet geldig.')

/** Nobody is born before it (the database says so too), or in the future. */
const FIRST_BIRTH_DATE = '1900-01-01'
const birthDateOrNull = dateOrNull.refine(
  (day) => day === null || (day >= FIRST_BIRTH_DATE && day <= today()),
  ':label moet tussen 01-01-1900 en vandaag liggen.',
)

/** What everyone who may change a contact at all can change: supervisors and students too (permissions, contacts). */
const reachable = {
  phone: phoneOrNull,
  mobile_phone: phoneOrNull,
}

const contact = {
  first_name: optionalText(100),
  initials: optionalText(20),
  last_name_prefix: optionalText(30),
  last_name: text(100),
  gender: z
    .enum(['m', 'f', 'x', ''], ':label is niet geldig.')
    .default('')
    .transform((gender) => gender || null),
  birth_date: birthDateOrNull,
  email: emailOrNull,
  job_title: textOrNull(120),
  company_id: selectorIdOrNull,
  client_id: wholeNumberOrNull(1, 2_000_000_000),
  roles,
  supervisor_for_all: checkbox,
  gets_account: checkbox,
  teacher_may_apply: checkbox,
  hok_teacher_number: textOrNull(30),
  skills: idList(100),
  note: longText().transform((value) => value || null),
  ...reachable,
}

export const ContactForm = withAddress(contact)
/** A new contact; `known_doubles` names the contacts like it that its sender saw. */
export const ContactAddForm = withAddress({ ...contact, known_doubles: idList(20) })
export const ContactEditForm = withAddress({ ...contact, version })
export const ContactReachForm = withAddress({ ...reachable, version })
export type ContactInput = z.output<typeof ContactForm>
export type ContactReach = z.output<typeof ContactReachForm>

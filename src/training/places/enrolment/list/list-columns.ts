import { contactFields } from '../../../../relations/contacts/index.ts'
import type { ColumnRole } from '../../participant-lists/index.ts'

const ofContact = (name: keyof typeof contactFields & ColumnRole) => [name, contactFields[name].label] as const

/** What a column of a list can hold, as the choice above it says it. */
export const COLUMN_LABELS = Object.fromEntries([
  ['full_name', 'Volledige naam'],
  ['full_name_last_first', 'Volledige naam (achternaam eerst)'],
  ...(['first_name', 'initials', 'last_name_prefix', 'last_name', 'birth_date'] as const).map(ofContact),
  ...(['email', 'phone', 'mobile_phone'] as const).map(ofContact),
  ['company', contactFields.company_id.label],
  ofContact('note'),
  ['ignored', 'Niet overnemen'],
]) as Record<ColumnRole, string>

const SPANS = {
  first_name: 3,
  initials: 2,
  last_name_prefix: 2,
  last_name: 5,
  birth_date: 3,
  email: 3,
  phone: 3,
  mobile_phone: 3,
} as const

/** Name, label and width of the fields by which one line is corrected. */
export const LINE_FIELDS = Object.entries(SPANS).map(
  ([name, span]) => [name, COLUMN_LABELS[name as keyof typeof SPANS], span] as const,
)

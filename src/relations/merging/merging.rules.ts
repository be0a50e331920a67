import { ADDRESS_COLUMNS } from '../contact-fields.ts'

/** Days a merge can be undone (issue: thirty). */
export const UNDO_DAYS = 30

export type MergeType = 'company' | 'contact'

/** A field of which one of two values is chosen; an address is chosen as a whole. */
export interface MergeField {
  key: string
  label: string
  columns: string[]
}

const field = (key: string, label: string, columns = [key]): MergeField => ({ key, label, columns })

export const MERGE_FIELDS: Record<MergeType, MergeField[]> = {
  company: [
    field('name', 'Naam'),
    field('client_id', 'Debiteurnummer'),
    field('coc_no', 'KVK-nummer'),
    field('parent_id', 'Valt onder'),
    field('contact_person_id', 'Contactpersoon'),
    field('email', 'E-mail'),
    field('invoice_email', 'Factuur-e-mail'),
    field('phone', 'Telefoon'),
    field('website', 'Website'),
    field('address', 'Adres', ADDRESS_COLUMNS),
    field('style_css', 'Huisstijl', ['style_css', 'show_bing_image']),
    field('hidden_contact_fields', 'Verborgen contactvelden'),
    field('note', 'Opmerking'),
  ],
  contact: [
    field('name', 'Naam', ['first_name', 'initials', 'last_name_prefix', 'last_name']),
    field('birth_date', 'Geboortedatum'),
    field('gender', 'Geslacht'),
    field('job_title', 'Functie'),
    field('email', 'E-mail'),
    field('mobile_phone', 'Mobiel'),
    field('phone', 'Telefoon'),
    field('address', 'Adres', ADDRESS_COLUMNS),
    field('company_id', 'Bedrijf en debiteurnummer', ['company_id', 'client_id', 'supervisor_for_all']),
    field('hok_teacher_number', 'HOK-nummer'),
    field('note', 'Opmerking'),
  ],
}

export type Values = Record<string, unknown>

const blank = (value: unknown) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** Whether a field says nothing in a record: the other one's value is then the obvious choice. */
export function isBlank({ columns }: MergeField, values: Values): boolean {
  return columns
    .filter((column) => column !== 'country_code' && column !== 'show_bing_image')
    .every((c) => blank(values[c]))
}

export function isSame({ columns }: MergeField, a: Values, b: Values): boolean {
  return columns.every((column) => JSON.stringify(a[column] ?? null) === JSON.stringify(b[column] ?? null))
}

/** The columns of the kept record that take the values of the one that goes. */
export function takenColumns(type: MergeType, fromGone: readonly string[]): string[] {
  return MERGE_FIELDS[type].filter(({ key }) => fromGone.includes(key)).flatMap(({ columns }) => columns)
}

import type { Catalogue } from '../../platform/fields/facts.ts'
import { companyFields } from '../companies/index.ts'
import { ADDRESS_COLUMNS } from '../naming/index.ts'
import { contactFields } from '../contacts/index.ts'

/** Days a merge can be undone (issue: thirty). */
export const UNDO_DAYS = 30

export type MergeType = 'company' | 'contact'

/** A field of which one of two values is chosen; an address is chosen as a whole. */
export interface MergeField {
  key: string
  label: string
  columns: readonly string[]
}

const group = (key: string, label: string, columns: readonly string[]): MergeField => ({ key, label, columns })

/** Fields that are chosen one by one, with what their catalogue calls them. */
const each = <C extends Catalogue>(catalogue: C, ...names: (keyof C & string)[]): MergeField[] =>
  names.map((name) => group(name, catalogue[name]!.label, [name]))

export const MERGE_FIELDS: Record<MergeType, MergeField[]> = {
  company: [
    ...each(companyFields, 'name', 'client_id', 'coc_no', 'vat_id', 'peppol_id', 'parent_id', 'contact_person_id'),
    ...each(companyFields, 'email', 'invoice_email', 'phone', 'website'),
    group('address', 'Adres', ADDRESS_COLUMNS),
    group('style_css', companyFields.style_css.label, ['style_css', 'show_bing_image']),
    ...each(companyFields, 'hidden_contact_fields', 'note'),
  ],
  contact: [
    group('name', 'Naam', ['first_name', 'initials', 'last_name_prefix', 'last_name']),
    ...each(contactFields, 'birth_date', 'gender', 'language', 'job_title', 'email', 'mobile_phone', 'phone'),
    group('address', 'Adres', ADDRESS_COLUMNS),
    group('company_id', 'Bedrijf en debiteurnummer', ['company_id', 'client_id', 'supervisor_for_all']),
    ...each(contactFields, 'hok_teacher_number', 'note'),
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

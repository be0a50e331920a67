import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { withAddress } from '../../platform/fields/address.ts'
import { longText, version } from '../../platform/forms/fields.ts'
import { companyFields, courseLineFields } from './companies.fields.ts'
import { LONGEST_STYLE } from './style.rules.ts'

const company = parsersOf(
  companyFields,
  'name',
  'client_id',
  'coc_no',
  'vat_id',
  'peppol_id',
  'parent_id',
  'email',
  'invoice_email',
  'phone',
  'website',
  'note',
)
export const CompanyForm = withAddress(company)
export const CompanyEditForm = withAddress({ ...company, ...parsersOf(companyFields, 'contact_person_id'), version })
export type CompanyInput = z.output<typeof CompanyForm>
export type CompanyEdit = z.output<typeof CompanyEditForm>

const courseLine = parsersOf(courseLineFields, 'description', 'price')
const filled = {
  check: (line: { description: string; price: string | null }) => line.description !== '' || line.price !== null,
  error: { path: ['description'], message: 'Vul een omschrijving of een prijs in.' },
}
export const CourseLineForm = z
  .object({ ...parsersOf(courseLineFields, 'course_id'), ...courseLine })
  .refine(filled.check, filled.error)
export const CourseLineEditForm = z.object({ ...courseLine, version }).refine(filled.check, filled.error)
export type CourseLineInput = z.output<typeof CourseLineForm>
export type CourseLineEdit = z.output<typeof CourseLineEditForm>

export const StyleForm = z.object({
  css: companyFields.style_css.parse,
  ...parsersOf(companyFields, 'show_bing_image'),
  version,
})
export const StylePreviewForm = z.object({ css: longText(LONGEST_STYLE) })

export const HiddenFieldsForm = z.object({ ...parsersOf(companyFields, 'hidden_contact_fields'), version })

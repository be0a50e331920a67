import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { addRepeat } from '../../../platform/format/repeats.ts'
import { contractFields } from './contracts.fields.ts'

const contract = parsersOf(
  contractFields,
  'name',
  'company_id',
  'contact_id',
  'address',
  'begins_at',
  'expires_at',
  'repeat_count',
  'repeat_unit',
  'notice_months',
  'for_devices',
  'for_all_categories',
  'categories',
  'devices',
  'work_months',
  'price_kind',
  'fixed_price',
  'fixed_product_id',
  'products',
  'note',
)

type Typed = z.output<z.ZodObject<typeof contract>>

function check(form: Typed, ctx: z.RefinementCtx): void {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
  if (form.company_id === null && form.contact_id === null) issue('company_id', 'Kies een bedrijf of een contact.')
  if (form.expires_at !== null && form.expires_at <= form.begins_at)
    issue('expires_at', 'Een contract loopt tot na de dag waarop het begint.')
  if (form.price_kind === 'fixed' && form.fixed_price === null) issue('fixed_price', 'Vul de prijs per periode in.')
  if (form.price_kind === 'fixed' && form.fixed_product_id === null)
    issue('fixed_product_id', 'Kies als welk product de vaste prijs op de factuur komt.')
  if (form.for_devices && form.devices.length === 0) issue('devices', 'Kies minimaal één apparaat.')
  if (!form.for_devices && !form.for_all_categories && form.categories.length === 0)
    issue('categories', 'Kies minimaal één categorie.')
}

/** What follows from what: a contract for chosen devices is for all categories; an empty expiry is the usual one. */
const settled = ({ address, ...form }: Typed) => ({
  ...form,
  ...address,
  for_all_categories: form.for_devices || form.for_all_categories,
  expires_at: form.expires_at ?? addRepeat(form.begins_at, { count: form.repeat_count, unit: form.repeat_unit }),
})

export const ContractForm = z.object(contract).superRefine(check).transform(settled)
export type ContractInput = z.output<typeof ContractForm>
export const ContractEditForm = z.object({ ...contract, version }).superRefine(check).transform((form) => ({ ...settled(form), version: form.version })) // prettier-ignore
export type ContractEdit = z.output<typeof ContractEditForm>

export const contractRecords = {
  company_id: 'company',
  contact_id: 'contact',
  categories: 'device_category',
  devices: 'device',
  fixed_product_id: 'product',
} as const

export const TerminateForm = z.object({
  terminated_on: contractFields.terminated_on.parse.refine((day) => day !== null, 'Vul een datum in.'),
  ...parsersOf(contractFields, 'termination_reason'),
  version,
})
export type Termination = z.output<typeof TerminateForm>

import * as z from 'zod'
import { everyParserOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { customerTermsFields } from './customer-terms.fields.ts'

export const CustomerTermsForm = z.object({ ...everyParserOf(customerTermsFields), version })
export type CustomerTermsEdit = z.output<typeof CustomerTermsForm>

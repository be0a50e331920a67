import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { agreementFields } from './agreements.fields.ts'

const agreement = parsersOf(agreementFields, 'name', 'ends_on', 'note', 'courses')

export const AgreementForm = z.object(agreement)
export const AgreementEditForm = z.object({ ...agreement, version })
export type AgreementInput = z.output<typeof AgreementForm>
export type AgreementEdit = z.output<typeof AgreementEditForm>

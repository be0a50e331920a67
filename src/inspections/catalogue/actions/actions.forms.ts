import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { actionFields } from './actions.fields.ts'

const action = parsersOf(actionFields, 'name', 'device_category_id', 'product_id', 'should_disable_device', 'active')
export const ActionForm = z.object(action)
export const ActionEditForm = z.object({ ...action, version })
export type ActionInput = z.output<typeof ActionForm>
export type ActionEdit = z.output<typeof ActionEditForm>

/** Fields of both that name records. */
export const actionRecords = { device_category_id: 'device_category', product_id: 'product' } as const

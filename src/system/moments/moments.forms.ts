import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../platform/fields/facts.ts'
import { id, version } from '../../platform/forms/fields.ts'
import { momentFields } from './moments.fields.ts'

/** What the form starts with: a moment of this kind, for this record alone. */
export const MomentQuery = z.object({ kind: z.string().max(60).optional(), object_id: id.optional().catch(undefined) })

export const MomentForm = z.object(everyParserOf(momentFields))

/** What a moment is relative to, and for what it holds, stays: what it sent is remembered by these. */
export const MomentEditForm = z.object({
  ...parsersOf(momentFields, 'days', 'at', 'recipients', 'template_id', 'conditions', 'active'),
  version,
})

export type MomentEdit = z.output<typeof MomentEditForm>

import * as z from 'zod'
import { checkbox, version } from '../../../platform/forms/fields.ts'
import { statusFields } from './statuses.fields.ts'

const status = z
  .object({ key: z.string().max(40), own: checkbox, color: z.string().default('') })
  .transform(({ key, own, color }, ctx) => {
    if (!own) return { key, color: null }
    const read = statusFields.color.parse.safeParse(color)
    if (read.success) return { key, color: read.data }
    for (const { message } of read.error.issues) ctx.addIssue({ code: 'custom', path: ['color'], message })
    return z.NEVER
  })

export const StatusColorsForm = z.object({ version, statuses: z.array(status).min(1).max(20) })
export type StatusColor = z.output<typeof StatusColorsForm>['statuses'][number]

import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { checkbox, id, version } from '../../platform/forms/fields.ts'
import { layoutFields } from './layouts.fields.ts'
import { MOST_BASE64, decodedSource } from './layouts.rules.ts'

const source = z
  .string()
  .max(MOST_BASE64, 'Deze layout is te groot.')
  .regex(/^[A-Za-z\d+/]+={0,2}$/, 'Vul de code in.')
  .transform((base64, ctx) => {
    const decoded = decodedSource(base64)
    if (decoded !== null && decoded.trim() !== '') return decoded
    ctx.addIssue({ code: 'custom', message: 'Vul de code in.' })
    return z.NEVER
  })

/** A page that was opened says which code it had; who asks without one means whatever there is. */
const seen = { version: version.optional() }

/** Code comes as base64: a proxy on the way would take it for an attack. */
export const SourceForm = z.object({ contents: source, ...seen })
export const LayoutPreviewForm = z.object({ source, record_id: id.optional().catch(undefined), download: checkbox })
export const RestoreForm = z.object({ version_id: id, ...seen })
export const StandardForm = z.object(seen)

const named = parsersOf(layoutFields, 'name')
export const LayoutForm = z.object({ ...named, ...parsersOf(layoutFields, 'kind') })
export const LayoutEditForm = z.object({ ...named, ...parsersOf(layoutFields, 'active'), version })

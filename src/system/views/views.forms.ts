import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { id, version } from '../../platform/forms/fields.ts'
import { viewFields } from './views.fields.ts'

/** The page that a view is of, by its path. */
const page = z.string().max(200)

export const PageQuery = z.object({ page })
export const ViewQuery = PageQuery.extend({ query: viewFields.query.parse.catch('') })
export const ViewAddForm = z.object(parsersOf(viewFields, 'name', 'shared', 'query'))
export const ViewEditForm = z.object({ ...parsersOf(viewFields, 'name', 'shared'), version })
export const ViewKeepForm = z.object({ id, query: viewFields.query.parse })
export const ViewMoveForm = z.object({
  id,
  by: z.enum(['-1', '1'], 'Kies naar voren of naar achteren.').transform((by): -1 | 1 => (by === '1' ? 1 : -1)),
})

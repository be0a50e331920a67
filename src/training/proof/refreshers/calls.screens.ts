import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { listRefresherCards } from './refreshers.queries.ts'
import { refreshersArea } from './rights.ts'

const access = { area: refreshersArea, record: 'refresher' } as const

/** Refreshers by id; who may not see one does not get it. */
export const refreshersFetch = json({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/courses/refreshers/fetch',
  // The specification says 'id list' without naming the field.
  query: z.object({ ids: idList(200), id: idList(200) }),
  answer: ({ db, viewer, query }) => listRefresherCards(db, viewer, [...query.ids, ...query.id]),
  example: (story) => ({ query: { ids: String(story.refreshers.anouk) }, foreign: null }),
})

import type { LayoutKind } from '../../../system/layouts/points.ts'
import { LIST_TEMPLATE, LIST_VARIABLES, ON_LIST, listData } from '../../catalogue/printed-lists/index.ts'
import { badgeLayout } from './badge-layout.ts'
import { competencyList, presenceList } from './lists.rules.ts'
import { getPresence } from './presence.queries.ts'

const listKind = (kind: string, label: string, listOf: typeof presenceList): LayoutKind => ({
  kind,
  label,
  record: 'appointment',
  variables: LIST_VARIABLES,
  pictures: {},
  required: ON_LIST,
  template: LIST_TEMPLATE,
  data: async ({ db, viewer }, id) => ({ data: listData(listOf(await getPresence(db, viewer, id), [])), pictures: {} }),
})

/** The lists and badges of a day can be printed in ways of one's own. */
export const presenceLayouts: LayoutKind[] = [
  listKind('presence_list', 'Presentielijst', presenceList),
  listKind('competency_list', 'Competentielijst', competencyList),
  badgeLayout,
]

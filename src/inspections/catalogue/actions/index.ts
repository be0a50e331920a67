import type { Db, Trx } from '../../../platform/database/types.ts'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { actionFields } from './actions.fields.ts'
import { actionNames, actionsVisibleTo } from './actions.queries.ts'
import * as screens from './actions.screens.ts'
import { actionsArea } from './rights.ts'
import { seedActions } from './story.ts'

export { getAction } from './actions.queries.ts'

const usedBy = (column: 'product_id' | 'device_category_id') => async (db: Db | Trx, id: number) => [
  {
    label: 'Acties',
    one: 'actie',
    count: await countOf(db.selectFrom('actions').select('id').where(column, '=', id)),
    ...(column === 'device_category_id' ? { url: `/actions?device_category_id=${id}` } : {}),
  },
]

/** Kinds of work at devices of a category. */
export const actions: ModulePart = {
  screens: Object.values(screens).flat(),
  records: [
    {
      type: 'action',
      label: { one: 'actie', many: 'acties' },
      area: actionsArea,
      table: 'actions',
      visibleTo: actionsVisibleTo,
      open: '/actions/view/{id}',
      fields: actionFields,
      names: actionNames,
    },
  ],
  nav: [{ group: 'inspections', label: 'Acties', icon: 'list-check', href: '/actions', area: actionsArea, order: 5 }],
  constraints: {
    actions_name: { field: 'name', message: 'Deze categorie heeft al zo’n actie.' },
  },
  story: seedActions,
  gifts: [
    give(blockers, [
      { record: 'product', what: 'delete', reasons: usedBy('product_id') },
      { record: 'device_category', what: 'delete', reasons: usedBy('device_category_id') },
    ]),
  ],
}

import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { viewsArea } from '../../platform/saved-views/rights.ts'
import { savedViewsVisibleTo } from '../../platform/saved-views/saved-views.queries.ts'
import { historyLabels } from '../history/points.ts'
import { personData } from '../privacy/points.ts'
import { viewData } from './person-data.ts'
import { seedViews } from './story.ts'
import { viewFields } from './views.fields.ts'
import { exportSettings } from './export.screens.ts'
import * as screens from './views.screens.ts'

/** Keeping, sharing and ordering views of pages; the pages themselves show them. */
export const views: ModulePart = {
  screens: [...Object.values(screens), exportSettings],
  records: [
    {
      type: 'saved_view',
      label: { one: 'weergave', many: 'weergaven' },
      area: viewsArea,
      table: 'saved_views',
      visibleTo: savedViewsVisibleTo,
      personal: true,
      fields: viewFields,
      open: null,
    },
  ],
  afterStory: seedViews,
  gifts: [
    give(historyLabels, [{ saved_view: { fields: { page: 'Lijst', owner_id: 'Van', position: 'Plaats in de rij' } } }]),
    give(personData, [viewData]),
  ],
}

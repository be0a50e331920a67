import * as z from 'zod'
import { idOrNone, selectorIdOrNull } from '../../../../platform/forms/fields.ts'
import { preview } from '../../../../platform/screens/form/preview.ts'
import { deviceListArea } from '../rights.ts'
import { metaControls, metasFor } from './metas.queries.ts'

/** What the chosen category asks, in the form of a device. */
export const deviceMetas = preview({
  area: deviceListArea,
  record: 'device',
  recordParam: null,
  right: 'change',
  path: '/inspections/devices/metas',
  query: z.object({ device: z.string().default('').transform(idOrNone) }),
  form: z.object({ device_category_id: selectorIdOrNull.catch(null) }),
  view: 'inspections/devices/metas',
  load: async ({ db, query, form }) => ({
    metas: metaControls(await metasFor(db, form.device_category_id, query.device || null)),
  }),
  example: (story) => ({ form: { device_category_id: story.deviceCategories.extinguishers } }),
})

import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import { addMaterial, deleteMaterial, editMaterial } from './materials.commands.ts'
import { MaterialEditForm, MaterialForm } from './materials.forms.ts'
import { daysOfUse, getMaterial } from './materials.queries.ts'
import { EVERYWHERE } from './materials.rules.ts'
import { resourcesArea } from './rights.ts'

const HOME = '/settings/resources'
const access = { area: resourcesArea, record: 'material' } as const

const load = async (db: Parameters<typeof getMaterial>[0], id: number) => {
  const material = await getMaterial(db, id)
  const { establishment_id, establishment_name } = material
  return {
    material,
    establishment: establishment_id === null ? [] : [{ id: establishment_id, label: establishment_name! }],
  }
}

export const materialView = popup({
  ...access,
  right: 'view',
  path: '/settings/resource/view/:id',
  home: HOME,
  size: 'medium',
  load: async (ctx) => {
    const material = await getMaterial(ctx.db, ctx.params.id)
    return {
      material,
      place: material.establishment_name ?? EVERYWHERE,
      days: await daysOfUse(ctx, material, new Date()),
    }
  },
  title: ({ material }) => material.name,
  subtitle: ({ material, place }) => `${formatCount(material.count, 'stuk', 'stuks')} · ${place}`,
  status: ({ material }) =>
    material.active ? { label: 'In gebruik', css: 'st-confirmed' } : { label: 'Niet in gebruik', css: 'st-concept' },
  actions: ({ material }) => [
    {
      label: 'Buiten gebruik',
      icon: 'calendar-off',
      kind: 'popup',
      url: `/settings/resource/outage/add/${material.id}`,
      area: resourcesArea,
      right: 'change',
    },
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/settings/resource/edit/${material.id}`,
      primary: true,
      area: resourcesArea,
      right: 'change',
    },
  ],
  options: ({ material }) => [
    deleteOption('/settings/resource/delete', { type: 'material', id: material.id }, resourcesArea),
  ],
  footnote: ({ material }) => `Laatst gewijzigd op ${formatDateTime(material.updated_at)}`,
  layout: 'menu',
  parts: [
    { key: 'details', label: 'Gegevens', icon: 'packages', view: 'system/materials/details' },
    { key: 'days', label: 'Vrij per dag', icon: 'calendar-event', view: 'system/materials/days' },
    {
      key: 'outages',
      label: 'Buiten gebruik',
      icon: 'calendar-off',
      url: ({ material }) => `/settings/resource/outages/${material.id}?embed=1`,
      area: resourcesArea,
    },
  ],
  example: (story) => ({ params: { id: story.materials.manikin } }),
})

export const materialForms = recordForms({
  ...access,
  label: 'Middel',
  path: '/settings/resource',
  home: HOME,
  size: 'medium',
  view: 'system/materials/form',
  formRecords: { establishment_id: 'establishment' },
  name: 'material',
  add: {
    load: () => ({ material: null, establishment: [] }),
    form: MaterialForm,
    save: ({ trx, form }) => addMaterial(trx, form),
    example: () => ({ form: { name: 'Brandblusser', count: 12 } }),
  },
  edit: {
    load: ({ db, params }) => load(db, params.id),
    title: ({ material }) => `${material.name} wijzigen`,
    form: MaterialEditForm,
    save: ({ trx, params, form }) => editMaterial(trx, params.id, form),
    example: (story) => ({ params: { id: story.materials.manikin }, form: { count: 14 } }),
    options: [],
  },
  delete: { remove: deleteMaterial },
})

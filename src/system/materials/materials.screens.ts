import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { deletion } from '../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
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

export const materialAdd = formPopup({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/settings/resource/add',
  home: HOME,
  size: 'medium',
  load: () => ({ material: null, establishment: [] }),
  title: 'Middel toevoegen',
  view: 'system/materials/form',
  form: MaterialForm,
  formRecords: { establishment_id: 'establishment' },
  submits: [{ label: 'Middel toevoegen' }],
  save: async ({ trx, form }) => {
    const id = await addMaterial(trx, form)
    return { changed: [{ type: 'material', id }], flash: { str: 'Middel toegevoegd', type: 'success' }, body: { id } }
  },
  example: () => ({ form: { name: 'Brandblusser', count: 12 } }),
})

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

export const materialEdit = formPopup({
  ...access,
  right: 'change',
  path: '/settings/resource/edit/:id',
  home: HOME,
  size: 'medium',
  load: ({ db, params }) => load(db, params.id),
  title: ({ material }) => `${material.name} wijzigen`,
  view: 'system/materials/form',
  form: MaterialEditForm,
  formRecords: { establishment_id: 'establishment' },
  version: ({ material }) => material.version,
  save: async ({ trx, params, form }) => {
    await editMaterial(trx, params.id, form)
    return { changed: [{ type: 'material', id: params.id }], flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.materials.manikin }, form: { count: 14 } }),
})

export const materialDelete = deletion({
  ...access,
  path: '/settings/resource/delete',
  flash: 'Middel verwijderd',
  remove: deleteMaterial,
  example: () => ({
    first: [{ path: '/settings/resource/add', form: { name: 'Brandblusser', count: 12 } }],
    form: (made) => ({ id: made }),
  }),
})

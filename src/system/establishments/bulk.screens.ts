import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { idList } from '../../platform/forms/fields.ts'
import { bulkAction } from '../../platform/screens/table/bulk.ts'
import type { BulkPlan, BulkWords } from '../../platform/screens/table/bulk-plan.ts'
import type { RecordRef } from '../../platform/screens/models.ts'
import { changeRooms } from './establishments.commands.ts'
import { roomFields } from './establishments.fields.ts'
import { establishmentsArea } from './rights.ts'
import { MASS_FIELDS, lockRooms, planDeactivating, planField } from './rooms.plan.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(1000).refine((chosen) => chosen.length > 0, 'Vink minimaal één lokaal aan.')
const access = {
  area: establishmentsArea,
  record: 'room',
  recordParam: null,
  right: 'change',
  home: '/settings/rooms',
} as const
const words = (verb: string, done: string, will: BulkWords['will']): BulkWords => ({
  one: 'lokaal',
  many: 'lokalen',
  verb,
  done,
  will,
})
const idsOf = ({ does }: BulkPlan): number[] => does.map(({ id }) => id)
const changed = (plan: BulkPlan): RecordRef[] => idsOf(plan).map((id) => ({ type: 'room', id }))
const lock = ({ trx, form }: { trx: Parameters<typeof lockRooms>[0]; form: { ids: number[] } }) =>
  lockRooms(trx, form.ids)

/** Puts rooms out of use. */
export const [deactivateRooms, deactivateRoomsPreview] = bulkAction({
  ...access,
  path: '/settings/rooms/bulk/deactivate',
  previewPath: '/settings/rooms/bulk/deactivate/preview',
  words: words('deactiveren', 'gedeactiveerd', { one: 'Wordt gedeactiveerd', many: 'Worden gedeactiveerd' }),
  danger: true,
  form: z.object({ ids }),
  formRecords: { ids: 'room' },
  plan: planDeactivating,
  lock,
  carryOut: async ({ trx }, plan) => {
    await changeRooms(trx, idsOf(plan), { active: false })
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.rooms.zwolle1) } }),
})

/** Changes one field of rooms. */
export const [fieldOfRooms, fieldOfRoomsPreview] = bulkAction({
  ...access,
  path: '/settings/rooms/bulk/field',
  previewPath: '/settings/rooms/bulk/field/preview',
  words: words('wijzigen', 'gewijzigd', { one: 'Wijziging', many: 'Wijzigingen' }),
  form: z.object({ ids, field: z.enum([...MASS_FIELDS, '']).catch(''), ...parsersOf(roomFields, ...MASS_FIELDS) }),
  formRecords: { ids: 'room' },
  choices: { view: 'system/establishments/bulk-field', load: () => ({ fields: MASS_FIELDS }) },
  asks: ({ field }) => (field === '' ? 'Kies een veld.' : null),
  plan: planField,
  lock,
  carryOut: async ({ trx, form }, plan) => {
    const { field } = form
    if (field !== '') await changeRooms(trx, idsOf(plan), { [field]: form[field] })
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.rooms.zwolle1) }, form: { field: 'capacity', capacity: '21' } }),
})

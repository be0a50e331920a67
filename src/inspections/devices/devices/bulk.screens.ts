import * as z from 'zod'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import { type BulkPlan, type BulkWords, planOf } from '../../../platform/screens/table/bulk-plan.ts'
import { handOver, setPlace, setStatus } from './devices.commands.ts'
import { deviceFields } from './devices.fields.ts'
import { listDevices } from './devices.queries.ts'
import { STATUS_LABELS } from './devices.rules.ts'
import { HOME } from './devices.screens.ts'
import { ownerOf } from './owners.queries.ts'
import { deviceListArea } from './rights.ts'

const bulk = {
  area: deviceListArea,
  record: 'device',
  recordParam: null,
  right: 'change',
  home: HOME,
  form: z.object({ ids: idList(500).refine((ids) => ids.length > 0, 'Vink minimaal één apparaat aan.') }),
  formRecords: { ids: 'device' },
} as const

async function chosenDevices(db: Db | Trx, ids: number[]) {
  const rows = await listDevices(db).where('devices.id', 'in', ids).orderBy('devices.number').orderBy('devices.id').execute() // prettier-ignore
  return rows.map((row) => ({ ...row, name: `${row.number} ${row.name}` }))
}

const lock = async ({ trx, form }: { trx: Trx; form: { ids: number[] } }) => {
  await trx.selectFrom('devices').select('id').where('id', 'in', form.ids).orderBy('id').forUpdate().execute()
}
const idsOf = ({ does }: BulkPlan): number[] => does.map(({ id }) => id)
const changed = (plan: BulkPlan) => idsOf(plan).map((id) => ({ type: 'device', id }))
const words = (verb: string, done: string, will: BulkWords['will']): BulkWords => ({ one: 'apparaat', many: 'apparaten', verb, done, will }) // prettier-ignore

const setting = (
  status: 'in_use' | 'out_of_use',
  path: string,
  verb: string,
  done: string,
  already: string,
  example: 'loose' | 'unused',
) =>
  bulkAction({
    ...bulk,
    path,
    previewPath: `${path}/preview`,
    words: words(verb, done, { one: `Wordt ${done}`, many: `Worden ${done}` }),
    plan: async ({ db, form }) => {
      const rows = await chosenDevices(db, form.ids)
      return planOf(rows, (row) => (row.status === status ? { why: already } : {})).plan
    },
    lock,
    carryOut: async ({ trx }, plan) => {
      await setStatus(trx, idsOf(plan), status)
      return { changed: changed(plan) }
    },
    example: (story) => ({ query: { ids: String(story.devices[example]) } }),
  })

/** Several that are no longer used: nothing of them is due. */
export const [outOfUse, outOfUsePreview] = setting(
  'out_of_use',
  '/inspections/devices/bulk/out-of-use',
  'buiten gebruik stellen',
  'buiten gebruik gesteld',
  `is al ${STATUS_LABELS.out_of_use.toLowerCase()}`,
  'loose',
)
export const [inUse, inUsePreview] = setting(
  'in_use',
  '/inspections/devices/bulk/in-use',
  'in gebruik nemen',
  'in gebruik genomen',
  `is al ${STATUS_LABELS.in_use.toLowerCase()}`,
  'unused',
)

const MOVED = { one: 'Gaat mee', many: 'Gaan mee' }

/** Several that hang somewhere else from now on. */
export const [placeOfMany, placeOfManyPreview] = bulkAction({
  ...bulk,
  path: '/inspections/devices/bulk/place',
  previewPath: '/inspections/devices/bulk/place/preview',
  words: words('verplaatsen', 'verplaatst', { one: 'Wordt verplaatst', many: 'Worden verplaatst' }),
  form: bulk.form.extend(parsersOf(deviceFields, 'location_description')),
  choices: { view: 'inspections/devices/bulk-place', load: () => ({}) },
  asks: ({ location_description }) => (location_description === null ? 'Vul in waar ze komen.' : null),
  plan: async ({ db, form: { ids, location_description: to } }) =>
    planOf(await chosenDevices(db, ids), ({ location_description: from }) =>
      from === to ? { why: 'staat of hangt daar al' } : { change: { from: from ?? '–', to: to! } },
    ).plan,
  lock,
  carryOut: async ({ trx, form }, plan) => {
    await setPlace(trx, idsOf(plan), form.location_description!)
    return { changed: changed(plan) }
  },
  example: (story) => ({ query: { ids: String(story.devices.loose) }, form: { location_description: 'Kelder' } }),
})

/** Whose they will be; of a company and a person of it the company's. */
const ownerIn = ({ company_id, contact_id }: { company_id: number | null; contact_id: number | null }) =>
  company_id === null ? { type: 'contact', id: contact_id! } : { type: 'company', id: company_id }

/** Several that another customer has from now on, each under the next number there. */
export const [ownerOfMany, ownerOfManyPreview] = bulkAction({
  ...bulk,
  path: '/inspections/devices/bulk/owner',
  previewPath: '/inspections/devices/bulk/owner/preview',
  words: words('overdragen', 'overgedragen', MOVED),
  form: bulk.form.extend(parsersOf(deviceFields, 'company_id', 'contact_id')),
  formRecords: { ids: 'device', company_id: 'company', contact_id: 'contact' },
  choices: { view: 'inspections/devices/bulk-owner', load: () => ({}) },
  asks: ({ company_id, contact_id }) =>
    company_id === null && contact_id === null ? 'Kies een bedrijf of een contact.' : null,
  plan: async ({ db, form }) => {
    const { type, id } = ownerIn(form)
    const owner = await ownerOf(db, type, id)
    const { plan } = planOf(await chosenDevices(db, form.ids), (row) =>
      row.company_id === owner.company_id && row.contact_id === owner.contact_id
        ? { why: 'is al van deze klant' }
        : { change: { from: row.owner, to: owner.name } },
    )
    return { ...plan, outcomes: [{ icon: 'info-circle', lead: 'Elk krijgt het volgende nummer van deze klant.' }] }
  },
  lock,
  carryOut: async ({ trx, form }, plan) => {
    const { type, id } = ownerIn(form)
    await handOver(trx, idsOf(plan), {
      company_id: type === 'company' ? id : null,
      contact_id: type === 'contact' ? id : null,
    })
    return { changed: changed(plan) }
  },
  example: (story) => ({
    query: { ids: String(story.devices.loose) },
    form: { company_id: story.companies.twente },
  }),
})

import * as z from 'zod'
import type { Trx } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { MOST_BYTES, MOST_LINES } from '../../../../platform/files/list-rows.rules.ts'
import { listRows } from '../../../../platform/files/list-rows.ts'
import { formatCount, formatDate } from '../../../../platform/format/format.ts'
import { MAX_ID, checkbox, selectorIdOrNull } from '../../../../platform/forms/fields.ts'
import { isoDate } from '../../../../platform/forms/iso-date.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import { preview } from '../../../../platform/screens/form/preview.ts'
import { addDevices } from '../devices.commands.ts'
import { HOME } from '../devices.screens.ts'
import { productionText } from '../devices.rules.ts'
import { ownerOf } from '../owners.queries.ts'
import { deviceListArea } from '../rights.ts'
import { COLUMN_NAMES, type ListedDevice, readDevices } from './device-list.rules.ts'
import { type JudgedDevice, planImport } from './import.plan.ts'

const PATH = '/inspections/devices/import/:type(word)/:id'
const access = { area: deviceListArea, record: 'device', recordParam: null, right: 'change' } as const
const NO_LIST = 'Kies eerst een lijst.'
const NO_HEADINGS = 'Deze lijst heeft geen koppen die zeggen wat waar staat. Zet boven de kolommen: '

const day = isoDate.nullable()
const number = z.number().int().min(1).max(MAX_ID).nullable()
const listed = z.object({
  line: z.number().int().min(1).max(MAX_ID),
  name: z.string().max(120),
  number,
  category: z.string().max(120),
  serial_number: z.string().max(80),
  brand: z.string().max(80),
  model: z.string().max(80),
  production_year: z.number().int().min(1900).max(2200).nullable(),
  production_month: z.number().int().min(1).max(12).nullable(),
  buy_date: day,
  last_on: day,
  location_description: z.string().max(200),
  walking_route_number: z.number().int().min(1).max(99_999).nullable(),
  description: z.string().max(2000),
  remarks: z.array(z.string().max(200)).max(10),
})

/** The lines that were shown, as the browser sends them back; each is judged again. */
const lines = z
  .string(NO_LIST)
  .max(3_000_000)
  .transform((text, ctx): ListedDevice[] => {
    try {
      return z.array(listed).max(MOST_LINES).parse(JSON.parse(text))
    } catch {
      ctx.addIssue({ code: 'custom', message: NO_LIST })
      return z.NEVER
    }
  })

const shownLine = ({ listed: one, state, why, category }: JudgedDevice) => ({
  ...{ line: one.line, state, why, name: one.name, serial: one.serial_number, place: one.location_description },
  category: category ?? '',
  production: productionText(one.production_year, one.production_month),
  last: formatDate(one.last_on),
})
const countsOf = (judged: readonly JudgedDevice[]) => {
  const count = (state: JudgedDevice['state']) => judged.filter((one) => one.state === state).length
  return { fresh: count('new'), known: count('known'), doubt: count('doubt') }
}
const example = { params: { type: 'company' } } as const
const NOTHING = { rows: [], lines: '', fresh: 0, known: 0, doubt: 0, columns: 0, refusal: null as string | null }

/** What would come of a list that was pasted or chosen: every line, and why one is in doubt. */
export const deviceImportPreview = preview({
  ...access,
  path: '/inspections/devices/import/:type(word)/:id/preview',
  file: { field: 'file', maxBytes: MOST_BYTES },
  form: z.object({ list: z.string().max(MOST_BYTES).default('') }),
  view: 'inspections/devices/import-preview',
  load: async ({ db, params, form, file, gone }) => {
    const owner = await ownerOf(db, params.type, params.id)
    const input = file ? { bytes: file.bytes } : { text: form.list }
    if ('text' in input && input.text.trim() === '') return NOTHING
    const read = readDevices(await listRows(input, gone))
    if (read === null) return { ...NOTHING, refusal: `${NO_HEADINGS}${COLUMN_NAMES.join(', ')}.` }
    const judged = await planImport(db, owner, read.devices)
    return {
      ...countsOf(judged),
      columns: read.columns,
      refusal: null,
      rows: judged.map(shownLine),
      lines: JSON.stringify(judged.map(({ listed: one }) => one)),
    }
  },
  example: (story) => ({
    params: { ...example.params, id: story.companies.deLinde },
    form: { list: 'Naam;Serienummer\nHaspel;H-1' },
    foreign: null,
  }),
})

/** A customer's own list of devices comes in: all of it or nothing, twice adds nothing, and nothing is sent. */
export const deviceImport = formPopup({
  ...access,
  path: PATH,
  home: HOME,
  size: 'large',
  title: 'Lijst van apparaten inlezen',
  view: 'inspections/devices/import',
  form: z.object({ lines, doubts: checkbox }),
  load: async ({ db, params }) => ({
    owner: await ownerOf(db, params.type, params.id),
    names: COLUMN_NAMES,
    previewUrl: `/inspections/devices/import/${params.type}/${params.id}/preview`,
  }),
  subtitle: ({ owner }) => owner.name,
  submits: [{ label: 'Inlezen' }],
  save: async ({ trx, params, form }) => {
    const ids = await importDevices(trx, await ownerOf(trx, params.type, params.id), form)
    return {
      changed: [{ type: 'device', id: 0 }],
      flash: { str: `${formatCount(ids.length, 'apparaat', 'apparaten')} ingelezen`, type: 'success' },
      body: { ids },
    }
  },
  example: (story) => ({
    params: { ...example.params, id: story.companies.deLinde },
    form: { lines: JSON.stringify([EXAMPLE_LINE]) },
    foreign: null,
  }),
})

const EXAMPLE_LINE: ListedDevice = {
  ...{ line: 2, name: 'Brandslanghaspel 20 m', number: null, category: 'Brandslanghaspels', serial_number: 'BH-77' },
  ...{ brand: '', model: '', production_year: 2020, production_month: null, buy_date: null, last_on: null },
  ...{ location_description: 'Hal', walking_route_number: null, description: '', remarks: [] },
}

type Importer = Awaited<ReturnType<typeof ownerOf>>
async function importDevices(
  trx: Trx,
  { company_id, contact_id }: Importer,
  form: { lines: ListedDevice[]; doubts: boolean },
): Promise<number[]> {
  if (form.lines.length === 0) throw new Invalid({ _form: [NO_LIST] })
  const owner = { company_id, contact_id }
  const judged = await planImport(trx, owner, form.lines)
  const wanted = judged.filter(({ state }) => state === 'new' || (form.doubts && state === 'doubt'))
  const inputs = wanted.flatMap(({ input }) => input ?? [])
  if (inputs.length === 0) throw new Invalid({ _form: ['Er is niets om in te lezen: alles is er al, of is in twijfel.'] }) // prettier-ignore
  return addDevices(trx, owner, inputs)
}

/** Whose list it is, where that is not known yet. */
export const deviceImportOwner = formPopup({
  ...access,
  path: '/inspections/devices/import',
  home: HOME,
  size: 'small',
  title: 'Lijst van apparaten inlezen',
  view: 'inspections/devices/import-owner',
  load: () => ({}),
  form: z.object({ company_id: selectorIdOrNull, contact_id: selectorIdOrNull }),
  formRecords: { company_id: 'company', contact_id: 'contact' },
  submits: [{ label: 'Verder' }],
  noUndo: 'changes no record',
  save: ({ form: { company_id, contact_id } }) => {
    const id = company_id ?? contact_id
    if (id === null) throw new Invalid({ company_id: ['Kies een bedrijf of een contact.'] })
    return Promise.resolve({ open: `/inspections/devices/import/${company_id === null ? 'contact' : 'company'}/${id}` })
  },
  example: (story) => ({ form: { company_id: story.companies.deLinde }, foreign: null }),
})

/** An area of nothing but components, for tests of what no screen of the product uses yet in this way. */
import { sql } from 'kysely'
import * as z from 'zod'
import { platformArea } from '../../src/platform/access/rights.ts'
import { idList, optionalText, text } from '../../src/platform/forms/fields.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { give } from '../../src/platform/points.ts'
import { action, file, fragment } from '../../src/platform/screens/call/calls.ts'
import { formPopup } from '../../src/platform/screens/form/form-popup.ts'
import type { Action } from '../../src/platform/screens/models.ts'
import { page } from '../../src/platform/screens/page.ts'
import { popup } from '../../src/platform/screens/popup/popup.ts'
import { table } from '../../src/platform/screens/table/table.ts'
import { wizard } from '../../src/platform/screens/form/wizard.ts'
import { companiesArea } from '../../src/relations/companies/rights.ts'
import { uploadPlaces } from '../../src/system/uploads/points.ts'
import type { Services } from '../../src/platform/services.ts'
import { addArea } from './extra-area.ts'

const access = { area: platformArea, right: 'view' } as const
const home = '/gallery'

/** What the forms of the gallery were sent, the last one last. */
export const saved: Record<string, unknown>[] = []
const keep = (form: Record<string, unknown>) => {
  saved.push(form)
  return Promise.resolve({ flash: { str: 'Bewaard', type: 'success' as const } })
}

export const SIZES = ['tiny', 'small', 'medium', 'large', 'xlarge', 'full'] as const
const sizes = SIZES.map((size) =>
  popup({
    ...access,
    path: `/gallery/${size}`,
    home,
    size,
    load: () => ({ text: size }),
    title: size,
    view: 'gallery/text',
  }),
)

const secured = formPopup({
  ...access,
  path: '/gallery/secured',
  home,
  size: 'small',
  secured: true,
  load: () => ({}),
  title: 'Beveiligd',
  view: 'gallery/note',
  form: z.object({ note: optionalText() }),
  save: ({ form }) => keep(form),
})

/** Its first entry runs something and its second is a group, so the first that shows something is the third. */
const menu = popup({
  ...access,
  path: '/gallery/menu',
  home,
  load: () => ({ text: 'Alle certificaten' }),
  title: 'Menu',
  layout: 'menu',
  parts: [
    { key: 'run', label: 'Uitvoeren', url: () => 'script:gallery' },
    {
      key: 'certificates',
      label: 'Certificaten',
      sub: [
        { key: 'all', label: 'Alle', view: 'gallery/text' },
        { key: 'expired', label: 'Verlopen', url: () => '/gallery/part' },
      ],
    },
    { key: 'contacts', label: 'Contacten', url: () => '/contacts?embed=1' },
  ],
})
const part = fragment({
  ...access,
  path: '/gallery/part',
  pageAddress: '/gallery/menu?item=expired',
  load: () => Promise.resolve({ text: 'Verlopen certificaten' }),
  view: 'gallery/text',
})

const steps = ['naam', 'plaats', 'reden'] as const
const multiStep = wizard({
  ...access,
  path: '/gallery/wizard',
  home,
  load: () => ({}),
  title: 'Stappen',
  steps: steps.map((key) => ({ key, label: key, view: 'gallery/step', load: () => ({ name: key }) })),
  form: z.object({ naam: text(), plaats: optionalText(), reden: optionalText() }),
  submits: [{ label: 'Afronden' }],
  save: async ({ form }) => {
    saved.push(form)
    return Promise.resolve({ end: { title: 'Alles staat erin', text: `Opgeslagen voor ${form.naam}` } })
  },
})

const line = (prefix: string, id: number) => ({
  id,
  removalUrl: '/gallery/remove-line',
  title: `${prefix} ${id}`,
  data: { text: `${prefix} ${id}` },
})
const block = { label: 'Regel', addLabel: 'Regel toevoegen', view: 'gallery/line' }
const lines = formPopup({
  ...access,
  path: '/gallery/lines',
  home,
  load: () => ({
    repeats: [
      { ...block, name: 'limited', min: 1, max: 3, items: [line('Vast', 11)] },
      { ...block, name: 'free', items: [line('Los', 21)] },
      { ...block, name: 'sorted', sortable: true, items: [line('Rij', 31), line('Rij', 32)] },
    ],
  }),
  title: 'Regels',
  view: 'gallery/lines',
  form: z.looseObject({}),
  save: ({ form }) => keep(form),
})
/** Its answer means nothing: that it succeeded is all that counts. */
const removeLine = action({
  ...access,
  path: '/gallery/remove-line',
  form: z.object({ id: z.string() }),
  save: async ({ form }) => {
    saved.push(form)
    return Promise.resolve({ body: ['nonsense'] })
  },
})

const tags = formPopup({
  ...access,
  path: '/gallery/tags',
  home,
  load: async ({ db }) => ({
    anouk: (await db.selectFrom('contacts').select('id').where('first_name', '=', 'Anouk').executeTakeFirstOrThrow())
      .id,
  }),
  title: 'Labels',
  view: 'gallery/tags',
  form: z.looseObject({}),
  save: ({ form }) => keep(form),
})

const selectors = formPopup({
  ...access,
  path: '/gallery/selectors',
  home,
  load: () => ({}),
  title: 'Keuzes',
  view: 'gallery/selectors',
  form: z.looseObject({}),
  save: ({ form }) => keep(form),
})

const upload = formPopup({
  ...access,
  path: '/gallery/upload',
  home,
  load: () => ({}),
  title: 'Upload',
  view: 'gallery/upload',
  form: z.object({ picture: optionalText() }),
  save: ({ form }) => keep(form),
})

/** A selection may be longer than an address; the save needs the same one as the load. */
const selection = formPopup({
  ...access,
  path: '/gallery/selection',
  home,
  query: z.object({ ids: idList(20_000) }),
  load: ({ query }) => ({ ids: query.ids }),
  title: 'Selectie',
  view: 'gallery/count',
  form: z.object({}),
  save: ({ query }) => keep({ ids: query.ids }),
})

/** A table whose selection opens a popup. */
const companies = table({
  ...access,
  record: 'company',
  path: '/gallery/companies',
  title: 'Galerij',
  query: (db) => db.selectFrom('companies').select(['companies.id', 'companies.name']),
  columns: [{ label: 'Naam', kind: 'main', cell: (company) => company.name }],
  sorts: { name: { by: [sql`companies.name`] } },
  defaultSort: 'name',
  bulk: [{ label: 'Tellen', kind: 'popup', url: '/gallery/selection' }],
  empty: { icon: 'box', title: 'Niets', text: '' },
})

/** Whatever the store of files opens; tests put an endless one there. */
const endless = file({
  ...access,
  path: '/gallery/endless',
  open: async ({ services }) => ({
    name: 'eindeloos.bin',
    mimeType: 'application/octet-stream',
    content: await services.files.open('endless'),
  }),
})

const options: Action[] = [
  { label: 'Koppeling', kind: 'link', url: '/gallery' },
  { label: 'Vraag vooraf', kind: 'post', url: '/gallery/remove-line', fields: { id: '99' }, confirm: 'Echt waar?' },
]
const start = page({
  ...access,
  path: home,
  title: 'Gallery',
  view: 'gallery/page',
  load: () => ({
    options,
    paths: SIZES.map((size) => `/gallery/${size}`).concat(
      '/gallery/secured',
      '/gallery/menu',
      '/gallery/wizard',
      '/gallery/lines',
      '/gallery/tags',
      '/gallery/selectors',
      '/gallery/upload',
    ),
  }),
})

const gallery = areaManifest('gallery', [
  {
    screens: [
      start,
      ...sizes,
      secured,
      menu,
      part,
      multiStep,
      lines,
      removeLine,
      tags,
      selectors,
      upload,
      selection,
      companies,
      endless,
    ],
    gifts: [give(uploadPlaces, [{ path: 'gallery', area: companiesArea }])],
  },
])

/** Adds the gallery to an application that has not started yet. */
export const addGallery = (services: Services): void => addArea(services, gallery, 'gallery')

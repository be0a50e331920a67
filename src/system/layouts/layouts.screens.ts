import { ELEMENTS } from '../../platform/pdf/layout/elements.ts'
import { PROPERTY_NAMES } from '../../platform/pdf/layout/style.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { Invalid } from '../../platform/errors.ts'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { id } from '../../platform/forms/fields.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { preview } from '../../platform/screens/form/preview.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { page } from '../../platform/screens/page.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { addLayout, editLayout, restoreVersion, saveSource } from './layouts.commands.ts'
import { assertUsable, listSamples, sampleOf, tried } from './layouts.files.ts'
import { LayoutEditForm, LayoutForm, LayoutPreviewForm, RestoreForm, SourceForm, StandardForm } from './layouts.forms.ts' // prettier-ignore
import { getLayout, getVersion, kindOf, listAllLayouts, listVersions } from './layouts.queries.ts'
import { changesBetween, encodedSource, shownPictures, shownVariables } from './layouts.rules.ts'
import { layoutKinds } from './points.ts'
import { layoutsArea } from './rights.ts'

const access = { area: layoutsArea, record: 'layout' } as const
const LIST = '/settings/?tab=layouts'
const CHANGED = { str: 'Layout gewijzigd', type: 'success' } as const
const changed = (layoutId: number) => [{ type: 'layout', id: layoutId }]

/** The layouts by what is printed with them. */
export const layoutList = fragment({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/settings/layouts',
  pageAddress: LIST,
  view: 'system/layouts/list',
  load: async ({ db, services }) => {
    const kinds = services.registry.all(layoutKinds)
    const layouts = await listAllLayouts(db, kinds.map(({ kind }) => kind)) // prettier-ignore
    return { groups: kinds.map(({ kind, label }) => ({ label, layouts: layouts.filter((one) => one.kind === kind) })) }
  },
  example: () => ({}),
})

/** S-180: the code beside what comes of it. */
export const layoutEditor = page({
  ...access,
  right: 'view',
  path: '/settings/layouts/:id',
  title: 'Layout',
  view: 'system/layouts/editor',
  menu: '/settings/',
  query: z.object({ record_id: id.optional().catch(undefined) }),
  load: async ({ db, params, query, viewer, services }) => {
    const layout = await getLayout(db, params.id)
    const kind = kindOf(services.registry, layout.kind)
    const samples = await listSamples(db, viewer, services, kind)
    const chosen = samples.find((one) => one.id === query.record_id)?.id ?? samples[0]?.id
    const { data } = await sampleOf({ db, viewer, services }, kind, chosen)
    return {
      layout,
      contents: encodedSource(layout.source ?? kind.template),
      source: layout.source ?? kind.template,
      kindLabel: kind.label,
      samples,
      variables: [...shownVariables(kind.variables, data), ...shownPictures(kind.pictures)],
      elements: Object.keys(ELEMENTS),
      properties: PROPERTY_NAMES,
    }
  },
  example: (story) => ({ params: { id: story.layouts.order } }),
})

export const layoutVersions = fragment({
  ...access,
  right: 'view',
  path: '/settings/layouts/:id/versions',
  pageAddress: ({ id: layoutId }) => `/settings/layouts/${layoutId}`,
  view: 'system/layouts/versions',
  load: async ({ db, params }) => {
    const [layout, versions] = [await getLayout(db, params.id), await listVersions(db, params.id)]
    return { layout, versions: versions.map((one) => ({ ...one, at: formatDateTime(one.saved_at) })) }
  },
  example: (story) => ({ params: { id: story.layouts.order } }),
})

/** What is in use now beside an earlier version, line by line. */
export const layoutChanges = popup({
  ...access,
  right: 'view',
  path: '/settings/layouts/:id/versions/:version',
  home: LIST,
  size: 'large',
  load: async ({ db, params, services }) => {
    const layout = await getLayout(db, params.id)
    const { template } = kindOf(services.registry, layout.kind)
    const version = await getVersion(db, params.id, params.version)
    return { layout, version, lines: changesBetween(version.source ?? template, layout.source ?? template) }
  },
  title: ({ layout }) => layout.name,
  subtitle: ({ version }) => `Versie ${version.number}, ${formatDateTime(version.saved_at)}, naast nu`,
  view: 'system/layouts/changes',
  example: ({ ownLayout }) => ({ params: { id: ownLayout.id, version: ownLayout.earlier } }),
})

/** Saves the code of a layout as a version; what cannot be drawn, or leaves out a fact, is refused with where. */
export const layoutSave = action({
  ...access,
  right: 'change',
  path: '/settings/layouts/:id/save',
  form: SourceForm,
  precheck: async ({ db, params, form, viewer, services }) => {
    const kind = kindOf(services.registry, (await getLayout(db, params.id)).kind)
    await assertUsable(form.contents, kind, 'contents')
    const [latest] = await listSamples(db, viewer, services, kind)
    if (latest) await tried(await sampleOf({ db, viewer, services }, kind, latest.id), form.contents, { name: kind.label, field: 'contents' }) // prettier-ignore
  },
  save: async ({ trx, params, form }) => {
    await saveSource(trx, params.id, form.contents, form.version)
    return { changed: changed(params.id), flash: CHANGED }
  },
  example: (story) => ({
    params: { id: story.layouts.order },
    form: { contents: encodedSource('<h1>{{ titel }}</h1>') },
  }),
})

/** What comes of code that need not be saved, in the frame that the form is sent to, or to take along. */
export const layoutPreview = preview({
  ...access,
  right: 'change',
  path: '/settings/layouts/:id/preview',
  form: LayoutPreviewForm,
  open: async ({ db, params, form, viewer, services }) => {
    const layout = await getLayout(db, params.id)
    const kind = kindOf(services.registry, layout.kind)
    const sample = await sampleOf({ db, viewer, services }, kind, form.record_id)
    const bytes = await tried(sample, form.source, { name: layout.name, field: 'source' })
    const name = `${layout.code}-voorbeeld.pdf`
    return { name, mimeType: 'application/pdf', content: Readable.from([bytes]), inline: !form.download }
  },
  example: (story) => ({
    params: { id: story.layouts.order },
    form: { source: encodedSource('<h1>{{ titel }}</h1>') },
  }),
})

export const layoutRestore = action({
  ...access,
  right: 'change',
  path: '/settings/layouts/:id/restore',
  form: RestoreForm,
  save: async ({ trx, params, form }) => {
    await restoreVersion(trx, params.id, form.version_id, form.version)
    return { changed: changed(params.id), flash: CHANGED, redirect: `/settings/layouts/${params.id}` }
  },
  example: ({ ownLayout }) => ({ params: { id: ownLayout.id }, form: { version_id: ownLayout.earlier } }),
})

/** Back to the way of the product. */
export const layoutStandard = action({
  ...access,
  right: 'change',
  path: '/settings/layouts/:id/standard',
  form: StandardForm,
  save: async ({ trx, params, form }) => {
    await saveSource(trx, params.id, null, form.version)
    return { changed: changed(params.id), flash: CHANGED, redirect: `/settings/layouts/${params.id}` }
  },
  example: ({ ownLayout }) => ({ params: { id: ownLayout.id } }),
})

export const layoutForms = recordForms({
  ...access,
  label: 'Layout',
  path: '/settings/layout',
  home: LIST,
  size: 'small',
  view: 'system/layouts/form',
  name: 'layout',
  add: {
    load: ({ services }) => ({ layout: null, kinds: services.registry.all(layoutKinds) }),
    form: LayoutForm,
    save: async ({ trx, form, services }) => {
      if (!services.registry.all(layoutKinds).some(({ kind }) => kind === form.kind)) throw new Invalid({ kind: ['Maak een keuze'] }) // prettier-ignore
      const layoutId = await addLayout(trx, form)
      return { id: layoutId, redirect: `/settings/layouts/${layoutId}` }
    },
    example: () => ({ form: { name: 'Factuur voor scholen', kind: 'invoice' } }),
  },
  edit: {
    load: async ({ db, params }) => ({ layout: await getLayout(db, params.id), kinds: [] }),
    title: ({ layout }) => `${layout.name} wijzigen`,
    form: LayoutEditForm,
    save: ({ trx, params, form }) => editLayout(trx, params.id, form),
    example: (story) => ({ params: { id: story.layouts.order }, form: { name: 'Bevestiging', active: '1' } }),
    options: [],
  },
})

import * as z from 'zod'
import type { Viewer } from '../../platform/access/viewer.ts'
import { id } from '../../platform/forms/fields.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { Services } from '../../platform/services.ts'
import { viewsArea } from '../../platform/saved-views/rights.ts'
import {
  addSavedView,
  deleteSavedView,
  editSavedView,
  keepQuery,
  moveSavedView,
} from '../../platform/saved-views/saved-views.commands.ts'
import { mayShare } from '../../platform/saved-views/saved-views.queries.ts'
import { PageQuery, ViewAddForm, ViewEditForm, ViewKeepForm, ViewMoveForm, ViewQuery } from './views.forms.ts'
import { getPage, getView, viewsOf } from './views.queries.ts'

const access = { area: viewsArea, record: 'saved_view' } as const
const onPage = { ...access, recordParam: null } as const
/** Views stand on pages of any area; opened on its own their list lies over the page where the day starts. */
const HOME = '/calendar'

/** Refuses a page that the viewer does not see. */
const seenBy =
  ({ registry }: Services, viewer: Viewer) =>
  (page: string) =>
    getPage(registry, viewer, page)

const changed = (...ids: number[]) => ids.map((view) => ({ type: 'saved_view', id: view }))
/** One that the caller has just made. */
const example = (fields: object) => () => ({
  first: [{ path: '/views/add?page=/calendar', form: { name: 'Deze maand', query: '' } }],
  form: (made: number) => ({ id: made, ...fields }),
})

/** The views of a page, to be put in order, renamed and deleted. */
export const viewsPopup = popup({
  ...onPage,
  right: 'view',
  path: '/views',
  home: HOME,
  size: 'medium',
  query: PageQuery,
  load: async ({ viewer, query, services }) => ({ page: getPage(services.registry, viewer, query.page) }),
  title: 'Weergaven',
  subtitle: ({ page }) => page.title,
  view: 'system/views/popup',
  example: () => ({ query: { page: '/calendar' }, foreign: null }),
})

export const viewsList = fragment({
  ...onPage,
  right: 'view',
  path: '/views/list',
  pageAddress: HOME,
  query: PageQuery,
  load: async ({ db, viewer, query, services }) =>
    viewsOf(db, viewer, getPage(services.registry, viewer, query.page).path),
  view: 'system/views/list',
  example: () => ({ query: { page: '/calendar' }, foreign: null }),
})

export const viewAdd = formPopup({
  ...onPage,
  right: 'change',
  path: '/views/add',
  home: HOME,
  size: 'small',
  title: 'Weergave toevoegen',
  query: ViewQuery,
  load: ({ viewer, query, services }) => {
    getPage(services.registry, viewer, query.page)
    return { view: null, query: query.query, mayShare: mayShare(viewer) }
  },
  view: 'system/views/form',
  form: ViewAddForm,
  submits: [{ label: 'Weergave toevoegen' }],
  save: async ({ trx, viewer, query, form, services }) => {
    const { path } = getPage(services.registry, viewer, query.page)
    const view = await addSavedView(trx, viewer, { ...form, page: path, shared: form.shared && mayShare(viewer) })
    return {
      changed: changed(view),
      flash: { str: `Weergave toegevoegd: ${form.name}`, type: 'success' },
      body: { id: view },
    }
  },
  example: () => ({ query: { page: '/calendar' }, form: { name: 'Deze week', query: '' }, foreign: null }),
})

export const viewEdit = formPopup({
  ...access,
  right: 'change',
  path: '/views/edit/:id',
  home: HOME,
  size: 'small',
  title: 'Weergave wijzigen',
  load: async ({ viewer, params, services }) => {
    const view = await getView(services, viewer, params.id)
    return { view, query: null, mayShare: mayShare(viewer) && view.owner_id === viewer.id }
  },
  version: ({ view }) => view.version,
  view: 'system/views/form',
  form: ViewEditForm,
  save: async ({ trx, viewer, params, form, services }) => {
    await editSavedView(trx, viewer, { ...form, id: params.id }, seenBy(services, viewer))
    return { changed: changed(params.id), flash: { str: 'Weergave opgeslagen', type: 'success' } }
  },
  example: (story, role) => {
    const view = story.savedViews[role]
    return view === undefined ? null : { params: { id: view }, form: { name: 'Alle docenten' }, foreign: null }
  },
})

/** Saves over a view what its page shows now. */
export const viewKeep = action({
  ...onPage,
  right: 'change',
  path: '/views/save',
  form: ViewKeepForm,
  formRecords: { id: 'saved_view' },
  save: async ({ trx, viewer, form, services }) => {
    const { name } = await keepQuery(trx, viewer, form, seenBy(services, viewer))
    return { changed: changed(form.id), flash: { str: `Weergave opgeslagen: ${name}`, type: 'success' } }
  },
  example: example({ query: 'type=w' }),
})

export const viewMove = action({
  ...onPage,
  right: 'change',
  path: '/views/move',
  form: ViewMoveForm,
  formRecords: { id: 'saved_view' },
  save: async ({ trx, viewer, form, services }) => {
    const moved = await moveSavedView(trx, viewer, form, seenBy(services, viewer))
    return { changed: changed(...moved.map((view) => view.id)), done: 'Weergaven in een andere volgorde gezet' }
  },
  example: () => ({
    first: [
      { path: '/views/add?page=/calendar', form: { name: 'Deze maand', query: '' } },
      { path: '/views/add?page=/calendar', form: { name: 'Volgende maand', query: '' } },
    ],
    form: (made) => ({ id: made, by: '-1' }),
    foreign: null,
  }),
})

export const viewDelete = action({
  ...onPage,
  right: 'change',
  path: '/views/delete',
  form: z.object({ id }),
  formRecords: { id: 'saved_view' },
  save: async ({ trx, viewer, form, services }) => {
    const { name } = await deleteSavedView(trx, viewer, form.id, seenBy(services, viewer))
    return { changed: changed(form.id), flash: { str: `Weergave verwijderd: ${name}`, type: 'success' } }
  },
  example: example({}),
})

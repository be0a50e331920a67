/** Which columns the files of a list have: kept per person, beside the columns that the list shows. */
import * as z from 'zod'
import { PLANNERS } from '../../platform/access/roles.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { chosen } from '../../platform/forms/fields.ts'
import { viewsArea } from '../../platform/saved-views/rights.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { exportPreference } from '../../platform/screens/table/table-columns.ts'
import type { Services } from '../../platform/services.ts'
import { setMeta } from '../shell/index.ts'
import { PageQuery } from './views.forms.ts'
import { getPage } from './views.queries.ts'

const Form = z.object({
  columns: chosen(z.string().max(60)).pipe(z.array(z.string()).max(200, 'Kies er hooguit 200.')),
  /** Nothing is kept: files have the columns of the list again. */
  as: z.literal('list').optional().catch(undefined),
})

/** @throws NotFound for a list that the viewer does not see, or whose files have no columns to choose */
function exportsOf(services: Services, viewer: Viewer, path: string) {
  const page = getPage(services.registry, viewer, path)
  const choices = services.registry.screens.find((screen) => screen.path === path)?.exports?.(viewer, services)
  if (!choices) throw new NotFound()
  return { page, choices }
}

export const exportSettings = formPopup({
  area: viewsArea,
  noUndo: 'changes no record',
  right: 'change',
  path: '/export/screenSettings',
  home: '/calendar',
  size: 'small',
  query: PageQuery,
  load: ({ viewer, query, services }) => exportsOf(services, viewer, query.page),
  title: 'Velden van de export',
  subtitle: ({ page }) => page.title,
  view: 'system/views/export',
  form: Form,
  submits: [{ label: 'Opslaan' }, { label: 'Kolommen van de lijst', name: 'as', value: 'list' }],
  save: async ({ trx, viewer, query, form, services }) => {
    const { page, choices } = exportsOf(services, viewer, query.page)
    const free = new Set(choices.flatMap(({ key, fixed }) => (fixed ? [] : [key])))
    const fixed = choices.filter((choice) => choice.fixed).map(({ key }) => key)
    const keys = [...fixed, ...form.columns.filter((key) => free.has(key))]
    if (form.as !== 'list' && form.columns.length === 0) throw new Invalid({ columns: ['Kies ten minste één veld.'] })
    await setMeta(trx, viewer.id, exportPreference(page.path), form.as === 'list' ? '' : keys.join())
    const str = form.as === 'list' ? 'De export heeft weer de kolommen van de lijst' : 'Velden van de export opgeslagen'
    return { flash: { str, type: 'success' } }
  },
  example: (_story, role) =>
    PLANNERS.includes(role)
      ? { query: { page: '/contacts' }, form: { columns: ['name', 'email'] }, foreign: null }
      : null,
})

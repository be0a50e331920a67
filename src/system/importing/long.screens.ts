/** A list that comes as a file: it is read, looked at and stored in its own time. */
import { NotFound, Invalid } from '../../platform/errors.ts'
import { LONGEST_BYTES } from '../../platform/files/list-rows.rules.ts'
import { opensAsWorkbook } from '../../platform/files/list-stream.ts'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { wallClock } from '../../platform/format/zone.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { ChoiceForm, LongForm, StoreForm, ofLong, ofTarget } from './importing.forms.ts'
import { countOutcomes, findImport } from './importing.queries.ts'
import { countsText } from './judging.rules.ts'
import { FOLDER, chooseDoubt, readLater, storeLater } from './long.commands.ts'
import { PAGE, listReady } from './long.queries.ts'
import { targetOf } from './points.ts'
import { WORKBOOK } from './sent-list.ts'
import { importArea } from './rights.ts'
import { ORDER, WORDS, shownRow } from './shown.rules.ts'

const access = { area: importArea, right: 'change' } as const
const VIEW = '/import/list/view'

/** Sends a list that is longer than batches carry. */
export const importLong = formPopup({
  ...access,
  path: '/import/list',
  query: ofTarget,
  home: '/today',
  size: 'small',
  title: ({ many }: { many: string }) => `${many[0]!.toUpperCase()}${many.slice(1)} importeren`,
  view: 'system/importing/long',
  upload: () => Promise.resolve({ field: 'file', folder: FOLDER, maxBytes: LONGEST_BYTES, kinds: [], unjudged: true }),
  form: LongForm,
  submits: [{ label: 'Proef maken' }],
  noUndo: 'changes no record',
  load: ({ query: { table }, services }) => ({ many: targetOf(services.registry, table).label.many, maxBytes: LONGEST_BYTES }), // prettier-ignore
  precheck: async ({ services: { files }, form: { file } }) => {
    if (await opensAsWorkbook(() => files.open(file.key))) throw new Invalid({ file: [WORKBOOK] })
  },
  save: async ({ trx, viewer, services, query: { table }, form: { file, source, columns } }) => {
    const target = targetOf(services.registry, table).name
    const id = await readLater(trx, services, viewer, { target, file, source, columns: columns.length > 0 ? columns : null }) // prettier-ignore
    return { open: `${VIEW}?id=${id}`, body: { id } }
  },
  example: () => ({ query: { table: 'companies' }, file: { name: 'klanten.csv', content: 'Naam;Plaats\nKade B.V.;Zwolle' } }), // prettier-ignore
})

/** How far it is, and what would come of it: counts first, its rows by the page. */
export const importLongView = popup({
  ...access,
  path: VIEW,
  query: ofLong,
  home: '/today',
  size: 'xlarge',
  view: 'system/importing/long-view',
  load: async ({ db, query: { id, outcome, page }, services: { registry } }) => {
    const found = await findImport(db, id)
    if (!found) throw new NotFound('Import')
    const target = targetOf(registry, found.target)
    const counts = await countOutcomes(db, id)
    const rows = found.state === 'read' ? await listReady(db, id, { outcome, page }) : []
    const ids = rows.flatMap(({ candidates }) => candidates.map((one) => one.id))
    const names = ids.length === 0 ? undefined : await registry.record(target.record).names?.(db, ids)
    const inAll = outcome === '' ? counts.count : counts[outcome]
    return {
      ...{ id, found, counts, page, outcome, total: found.total || counts.count, expected: countsText(counts) },
      ...{ label: target.label, wizard: `/import/wizard?table=${target.name}` },
      at: `${VIEW}?id=${id}&outcome=${outcome}&page=`,
      kinds: ORDER.map((one) => ({ word: WORDS[one], count: counts[one], isOwn: one === outcome, url: `${VIEW}?id=${id}&outcome=${one}` })), // prettier-ignore
      pages: Math.max(1, Math.ceil(inAll / PAGE)),
      rows: rows.map((one) => ({ ...shownRow(target, one, names), choice: one.choice, word: WORDS[one.outcome] })),
      until: formatDate(found.until && wallClock(found.until).day),
      undone: formatDateTime(found.undone_at),
    }
  },
  title: ({ label }) => `${label.many[0]!.toUpperCase()}${label.many.slice(1)} importeren`,
  subtitle: ({ found }) => found.file_name,
  example: () => ({ query: { id: '1' } }),
})

/** What becomes of a row in doubt. */
export const importChoice = action({
  ...access,
  path: '/import/list/choose',
  form: ChoiceForm,
  noUndo: 'changes no record',
  save: async ({ trx, viewer, form }) => {
    await chooseDoubt(trx, viewer, form)
    return {}
  },
  example: () => null,
})

/** Has the list stored, whole or not at all. */
export const importStore = action({
  ...access,
  path: '/import/list/store',
  form: StoreForm,
  noUndo: 'has an undo of its own',
  save: async ({ trx, viewer, services, form }) => {
    await storeLater(trx, services, viewer, form)
    return { close: true, open: `${VIEW}?id=${form.id}`, flash: { str: 'De lijst wordt geïmporteerd', type: 'success' } } // prettier-ignore
  },
  example: () => null,
})

import { Readable } from 'node:stream'
import { csvText } from '../../platform/export/export.ts'
import * as z from 'zod'
import { HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { id } from '../../platform/forms/fields.ts'
import { formatCount } from '../../platform/format/format.ts'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'
import { action, file } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Registry } from '../../platform/registry.ts'
import { IMPORT_UNDO_DAYS, countsOf, countsText, type Target } from '../importing/index.ts'
import { DoublesForm, StartForm, TakeForm } from './assistant.forms.ts'
import { WORDS } from './steps-shown.rules.ts'
import { PAGE, access, assertOn } from './assistant.screens.ts'
import { MOST_FILES } from './folder.rules.ts'
import { systemOf } from './old-system.ts'
import { planStep } from './plan.queries.ts'
import { FOLDER, type Folder, readFolder } from './reading.ts'
import { finishMove, keepNumbers, openMove, startMove } from './moves.commands.ts'
import { findOpenMove, findMove, listMoved } from './moves.queries.ts'
import { SOURCE_LABELS } from './sources.ts'
import { doublesOf, targetsOf } from './steps.rules.ts'
import { assertComplete, takeStep } from './take.commands.ts'
import { OldSystemDown, SOURCES } from './types.ts'

const MOST_BYTES = 50_000_000
const MOST_SHOWN = 300
const CHANGED = [{ type: 'setting', id: 0 }]

const targetOf = (registry: Registry, what: string): Target => {
  const target = targetsOf(registry).find(({ name }) => name === what)
  if (!target) throw new NotFound('Gegevens')
  return target
}

/** What was read of the files before the transaction, which it would keep waiting. */
const read = new WeakMap<readonly ReceivedFile[], Folder>()

/** Chooses where the data come from: the database, or files that the older system wrote. */
export const migrationStart = formPopup({
  ...access,
  path: '/settings/migration/start',
  home: PAGE,
  size: 'medium',
  title: 'Overstappen',
  view: 'system/migration-assistant/start',
  upload: () => Promise.resolve({ field: 'files', folder: FOLDER, maxBytes: MOST_BYTES, most: MOST_FILES, kinds: [], unjudged: true }), // prettier-ignore
  form: StartForm,
  submits: [{ label: 'Verder' }],
  noUndo: 'changes no record',
  load: async ({ db, services }) => {
    assertOn(services)
    const open = await findOpenMove(db)
    const offered = SOURCES.filter((one) => open?.source === one || (!open && (one !== 'database' || services.config.migration!.url !== null))) // prettier-ignore
    return {
      sources: offered.map((value) => ({ value, label: SOURCE_LABELS[value] })),
      hasFiles: offered.some((one) => one !== 'database'),
      many: targetsOf(services.registry).map(({ label }) => label.many),
      maxBytes: MOST_BYTES,
    }
  },
  precheck: async ({ services, form: { source, files } }) => {
    assertOn(services)
    if (source === 'database') {
      if (services.config.migration!.url === null) throw new Invalid({ source: ['Er is geen adres van een database ingesteld.'] }) // prettier-ignore
      return
    }
    if (files.length === 0) throw new Invalid({ files: ['Kies de bestanden uit het oude systeem.'] })
    const folder = await readFolder(services, files)
    if (folder.lists.length === 0) throw new Invalid({ files: ['In deze bestanden staat niets dat wij herkennen. Zet boven elke kolom wat erin staat.'] }) // prettier-ignore
    read.set(files, folder)
  },
  save: async ({ trx, viewer, services, form: { source, files } }) => {
    await startMove(trx, viewer, { source, ...(read.get(files) ?? { files: [], unread: [], lists: [] }) })
    // Their rows stand in the database; the files themselves are of no use any more.
    for (const { key } of files) await services.files.remove(key)
    return { changed: CHANGED, flash: { str: 'Klaar om over te nemen', type: 'success' } }
  },
  example: () => null,
})

/** Of debtor numbers that several have in the older system: who keeps it; the others get a new one. */
export const migrationDoubles = formPopup({
  ...access,
  path: '/settings/migration/doubles',
  home: PAGE,
  size: 'medium',
  title: 'Dubbele debiteurnummers',
  view: 'system/migration-assistant/doubles',
  form: DoublesForm,
  noUndo: 'changes no record',
  load: async ({ db, services }) => {
    assertOn(services)
    const move = await openMove(db)
    try {
      return { doubles: doublesOf(await systemOf(services, db, move).numbered()), keepers: move.keepers }
    } catch (error) {
      throw error instanceof OldSystemDown ? new HttpError(503, error.message) : error
    }
  },
  save: async ({ trx, form: { doubles }, services }) => {
    assertOn(services)
    const chosen = doubles.filter(({ keeper }) => keeper !== '')
    await keepNumbers(trx, Object.fromEntries(chosen.map(({ number, keeper }) => [number, keeper])))
    return { changed: CHANGED, flash: { str: 'Keuze opgeslagen', type: 'success' } }
  },
  example: () => null,
})

/** What would come of a kind, and taking it over: the counts are those of what is done. */
export const migrationTake = formPopup({
  ...access,
  path: '/settings/migration/take/:what(word)',
  home: PAGE,
  size: 'xlarge',
  title: ({ label }: { label: Target['label'] }) => `${label.many[0]!.toUpperCase()}${label.many.slice(1)} overnemen`,
  view: 'system/migration-assistant/take',
  form: TakeForm,
  submits: [{ label: 'Overnemen' }],
  slow: true,
  load: async ({ db, params, services }) => {
    assertOn(services)
    const target = targetOf(services.registry, params.what)
    const { judged } = await planStep(db, services.registry, await openMove(db), target)
    const order = ['doubt', 'refused', 'changed', 'new', 'same']
    return {
      ...{ label: target.label, counts: countsOf(judged), expected: countsText(countsOf(judged)), words: WORDS },
      total: judged.length,
      judged: judged
        .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || a.line - b.line)
        .slice(0, MOST_SHOWN),
    }
  },
  precheck: async ({ db, params, services }) => {
    assertOn(services)
    try {
      await assertComplete(services, await openMove(db), targetOf(services.registry, params.what))
    } catch (error) {
      throw error instanceof OldSystemDown ? new HttpError(503, error.message) : error
    }
  },
  save: async ({ trx, viewer, params, form, services }) => {
    const target = targetOf(services.registry, params.what)
    const left = new Set(form.lines.filter((line) => !form.in_selection.includes(line)))
    const { counts, added } = await takeStep({ trx, viewer, services }, await openMove(trx), target, { ...form, left })
    const rest = counts.same + counts.refused + (counts.doubt + counts.new - added)
    return {
      changed: [...CHANGED, { type: target.record, id: 0 }],
      undoDays: IMPORT_UNDO_DAYS,
      flash: {
        str: `${formatCount(added + counts.changed, target.label.one, target.label.many)} overgenomen: ${added} nieuw, ${counts.changed} bijgewerkt, ${rest} overgeslagen`,
        type: 'success',
      },
      body: { ...counts, added },
    }
  },
  example: () => null,
})

export const migrationFinish = action({
  ...access,
  path: '/settings/migration/finish',
  noUndo: 'changes no record',
  save: async ({ trx, services }) => {
    assertOn(services)
    await finishMove(trx)
    return { changed: CHANGED, flash: { str: 'Overstap afgerond', type: 'success' } }
  },
  example: () => null,
})

/** What came, what did not, and why: of every row of the older system. */
export const migrationReport = file({
  ...access,
  right: 'view',
  path: '/settings/migration/report',
  query: z.object({ move: id.catch(0) }),
  open: async ({ db, query, services }) => {
    assertOn(services)
    const move = await findMove(db, query.move)
    if (!move) throw new NotFound('Overstap')
    const labels = new Map(targetsOf(services.registry).map(({ name, label }) => [name, label.one]))
    const lines = (await listMoved(db, move.id)).map(({ what, line, old_id, outcome, why, record_id }) =>
      [labels.get(what) ?? what, line, old_id, outcome ? WORDS[outcome] : 'Niet overgenomen', why ?? '', record_id ?? '']) // prettier-ignore
    const text = csvText([['Soort', 'Regel', 'Oud nummer', 'Uitslag', 'Waarom', 'Nummer'], ...lines], true)
    return { name: `overstap-${move.id}.csv`, mimeType: 'text/csv', content: Readable.from([text]) }
  },
  example: () => null,
})

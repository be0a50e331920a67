import { sql, type SqlBool } from 'kysely'
import * as z from 'zod'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { may } from '../../platform/access/viewer.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { deletion } from '../../platform/screens/popup/deletion.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { assertDeletable } from '../../platform/blockers.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
import { selectFilter, textFilter } from '../../platform/screens/table/table-filters.ts'
import { table } from '../../platform/screens/table/table.ts'
import { addChecklist, deleteChecklist, editChecklist, renameChecklist } from './checklists.commands.ts'
import { checklistColumns } from './checklists.columns.ts'
import { checklistFields } from './checklists.fields.ts'
import { ChecklistEditForm, ChecklistForm } from './checklists.forms.ts'
import { checklistGroups } from './checklists.groups.ts'
import { byName, checklistText, getChecklist, listBlocks, listChecklists } from './checklists.queries.ts'
import { deleteSubmission } from './filling.commands.ts'
import { BLOCK_KINDS, type Block, limitsText, writtenNumber } from './filling.contract.ts'
import { type LimitRow, limitRowText } from './limits.rules.ts'
import { checklistBlocksArea, checklistsArea } from './rights.ts'

const HOME = '/checklists'
const reading = { area: checklistsArea, record: 'checklist', right: 'view' } as const
const building = { area: checklistBlocksArea, record: 'checklist', right: 'change' } as const
const yesNo = [
  { value: 'yes', label: 'Ja' },
  { value: 'no', label: 'Nee' },
]

export const checklistTable = table({
  ...reading,
  path: HOME,
  title: 'Checklists',
  query: (db) => listChecklists(db),
  filters: {
    search: textFilter('Zoeken', { text: checklistText }),
    active: selectFilter(checklistFields.active.label, yesNo, (value) =>
      value === 'yes' ? sql<SqlBool>`checklists.active` : sql<SqlBool>`not checklists.active`,
    ),
  },
  defaults: { active: 'yes' },
  sorts: { name: { by: [byName] }, changed: { by: [sql`checklists.updated_at`], type: 'timestamptz' } },
  defaultSort: 'name',
  groups: checklistGroups,
  moreColumns: checklistColumns,
  edits: { url: '/checklists/cell', area: checklistBlocksArea },
  columns: [
    { field: 'name', edit: true, kind: 'main', sort: 'name', cell: (checklist) => checklist.name },
    { label: 'Vragen', key: 'asked', kind: 'num', cell: (checklist) => checklist.asked },
    { label: 'Keer ingevuld', key: 'filled', kind: 'num', cell: (checklist) => checklist.filled },
    {
      label: 'Gewijzigd op',
      key: 'changed',
      sort: 'changed',
      cell: (checklist) => formatDate(checklist.updated_at),
    },
  ],
  open: (checklist) => `/checklist/view/${checklist.id}`,
  rowCss: (checklist) => (checklist.active ? null : 'is-off'),
  add: {
    label: 'Checklist toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/checklist/add',
    primary: true,
    area: checklistBlocksArea,
    right: 'change',
  },
  empty: {
    icon: 'checklist',
    title: 'Nog geen checklists',
    text: 'Een checklist vult u in op de dag zelf, ook op een telefoon: vragen, meetwaarden, foto’s en een handtekening.',
  },
  example: () => ({}),
})

/** A block as it is read in the popup of its checklist. */
const shown = (block: Block & { limits: LimitRow[] }) => ({
  ...block,
  limitRows: block.limits.map((row) => ({ text: limitRowText(row, block.unit), source: row.source })),
  kindName: BLOCK_KINDS[block.kind],
  detail: block.kind === 'choice' ? block.options.join(' · ') : limitsText(block) || block.unit,
})

export const checklistView = popup({
  ...reading,
  path: '/checklist/view/:id',
  home: HOME,
  size: 'large',
  load: async ({ db, params, viewer }) => {
    const [checklist, blocks] = await Promise.all([getChecklist(db, params.id), listBlocks(db, params.id)])
    return { checklist, blocks: blocks.map(shown), builds: may(viewer, checklistBlocksArea, 'change') }
  },
  title: ({ checklist }) => checklist.name,
  subtitle: ({ checklist }) => ['Checklist', checklist.norm].filter(Boolean).join(' · '),
  status: ({ checklist }) =>
    checklist.active ? { label: 'In gebruik', css: 'st-confirmed' } : { label: 'Niet in gebruik', css: 'st-concept' },
  actions: ({ checklist }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      url: `/checklist/edit/${checklist.id}`,
      primary: true,
      area: checklistBlocksArea,
      right: 'change',
    },
  ],
  options: ({ checklist }) => [
    deleteOption(`/checklist/delete/${checklist.id}`, { type: 'checklist', id: checklist.id }, checklistBlocksArea),
  ],
  footnote: ({ checklist }) => `Laatst gewijzigd op ${formatDateTime(checklist.updated_at)}`,
  layout: 'tabs',
  parts: [
    {
      key: 'blocks',
      label: checklistFields.blocks.label,
      icon: 'checklist',
      view: 'system/checklists/blocks',
      count: ({ blocks }) => blocks.length,
    },
  ],
  example: (story) => ({ params: { id: story.checklists.hall } }),
})

/** The blocks as the sortable repeating block of the form. */
function blocksBlock(blocks: Awaited<ReturnType<typeof listBlocks>>) {
  const { min, max } = checklistFields.blocks
  return {
    name: 'blocks',
    label: 'Blok',
    addLabel: 'Blok toevoegen',
    min,
    max,
    sortable: true,
    view: 'system/checklists/block',
    items: blocks.map((block) => ({
      id: block.id,
      title: block.label,
      data: {
        block: {
          ...block,
          optionsText: block.options.join('\n'),
          lowestText: writtenNumber(block.lowest),
          highestText: writtenNumber(block.highest),
        },
      },
    })),
  }
}

export const checklistForms = recordForms({
  ...building,
  label: 'Checklist',
  path: '/checklist',
  home: HOME,
  size: 'large',
  view: 'system/checklists/form',
  name: 'checklist',
  add: {
    form: ChecklistForm,
    // A selector's 'Nieuw...' brings what was typed in it.
    query: z.object({ name: z.string().max(200).catch('') }),
    load: ({ query }) => ({ checklist: null, name: query.name, repeat: blocksBlock([]) }),
    save: async ({ trx, form }) => {
      const id = await addChecklist(trx, form)
      return { id, body: { id, name: form.name } }
    },
    open: (id) => `/checklist/view/${id}`,
    example: () => ({
      form: {
        name: 'Materiaal EHBO',
        active: '1',
        'blocks[0][kind]': 'yes-no',
        'blocks[0][label]': 'Verband compleet?',
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => {
      const [checklist, blocks] = await Promise.all([getChecklist(db, params.id), listBlocks(db, params.id)])
      return { checklist, repeat: blocksBlock(blocks) }
    },
    title: ({ checklist }) => `${checklist.name} wijzigen`,
    subtitle: 'Wat al is ingevuld, blijft zoals het toen gevraagd werd.',
    form: ChecklistEditForm,
    save: ({ trx, params, form }) => editChecklist(trx, params.id, form),
    example: (story) => ({ params: { id: story.checklists.hall }, form: { name: 'Praktijkhal en materiaal' } }),
  },
})

/** The name of a checklist, changed in the list. */
export const checklistCell = cellEdit({
  ...building,
  path: '/checklists/cell',
  fields: checklistFields,
  names: ['name'],
  save: ({ trx, id, changes, version }) => renameChecklist(trx, id, changes.name as string, version),
  example: (story) => ({ form: { id: story.checklists.hall, field: 'name', value: 'Praktijkhal', version: 1 } }),
})

/** The specification's call, which names the checklist in its path. */
const removal = action({
  ...building,
  path: '/checklist/delete/:id',
  save: async ({ trx, params, services }) => {
    await assertDeletable(trx, services.registry, 'checklist', params.id)
    await deleteChecklist(trx, params.id)
    return {
      changed: [{ type: 'checklist', id: params.id }],
      flash: { str: 'Checklist verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.checklists.spare } }),
})

export const checklistDelete = { ...removal, deletes: true }

/** What was filled in by mistake, for whoever plans. */
export const submissionDelete = deletion({
  area: checklistBlocksArea,
  record: 'checklist-submission',
  path: '/checklist/submission/delete',
  flash: 'Ingevulde checklist verwijderd',
  remove: deleteSubmission,
  example: (story) => ({ form: { id: story.checklistSubmission } }),
})

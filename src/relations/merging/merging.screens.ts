import { sql } from 'kysely'
import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { id, idList, selectorId } from '../../platform/forms/fields.ts'
import { action } from '../../platform/screens/call/calls.ts'
import { stateGroup } from '../../platform/screens/table/state-group.ts'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { table } from '../../platform/screens/table/table.ts'
import { periodFilter, selectFilter } from '../../platform/screens/table/table-filters.ts'
import { wizard } from '../../platform/screens/form/wizard.ts'
import { companiesArea } from '../companies/rights.ts'
import { contactsArea, contactsManageArea } from '../contacts/rights.ts'
import { merge } from './merging.commands.ts'
import { compare, listMerges } from './merging.queries.ts'
import type { MergeType } from './merging.rules.ts'
import { undoMerge } from './undo.commands.ts'

const Both = z
  .object({ kept_id: selectorId, gone_id: selectorId })
  .refine(({ kept_id, gone_id }) => kept_id !== gone_id, {
    path: ['gone_id'],
    message: 'Kies twee verschillende gegevens om samen te voegen.',
  })
const MergeForm = Both.safeExtend({ from: z.record(z.string(), z.enum(['kept', 'gone'])).default({}) })

const KINDS = {
  company: {
    area: companiesArea,
    home: '/companies',
    path: '/companies/merge',
    title: 'Bedrijven samenvoegen',
    one: 'bedrijf',
  },
  contact: {
    area: contactsManageArea,
    home: '/contacts',
    path: '/contacts/merge',
    title: 'Contacten samenvoegen',
    one: 'contact',
  },
} as const

/** Chooses two records, compares them field by field and makes them one. */
function mergeWizard(type: MergeType) {
  const { area, home, path, title, one } = KINDS[type]
  return wizard({
    area,
    noUndo: 'has an undo of its own',
    record: type,
    recordParam: null,
    right: 'change',
    path,
    home,
    title,
    size: 'large',
    query: z.object({ ids: idList(20_000) }),
    load: async ({ db, viewer, query, services }) => {
      const source = services.registry.selectors.get(type)
      const chosen = (await source?.find({ ...services, db }, viewer, query.ids.slice(0, 2))) ?? []
      // Two that are to become one often have one name: then what else is known tells them apart.
      const isTwice = new Set(chosen.map(({ label }) => label)).size < chosen.length
      const inOrder = query.ids
        .slice(0, 2)
        .flatMap((wanted) => chosen.find((row) => row.id === wanted) ?? [])
        .map((row: { id: number; label: string; sub?: string | null }) =>
          isTwice && row.sub ? { ...row, label: `${row.label}, ${row.sub}` } : row,
        )
      return { type, one, kept: inOrder[0] ?? null, gone: inOrder[1] ?? null, tooMany: query.ids.length > 2 }
    },
    steps: [
      {
        key: 'choose',
        label: 'Kiezen',
        view: 'relations/merging/choose',
        check: Both,
        load: () => ({}),
      },
      {
        key: 'compare',
        label: 'Vergelijken',
        view: 'relations/merging/compare',
        load: async ({ db, viewer, services }, _base, sent) => {
          const { kept_id, gone_id } = Both.parse(sent)
          // What a step is computed from has not been through the check of the form, which is for what is saved.
          await services.registry.assertVisible(db, viewer, type, kept_id, gone_id)
          const fields = await compare(db, type, kept_id, gone_id)
          if (!fields) throw new NotFound()
          const names = await services.registry.record(type).names?.(db, [kept_id, gone_id])
          return { fields, keptName: names?.get(kept_id) ?? '', goneName: names?.get(gone_id) ?? '' }
        },
      },
    ],
    form: MergeForm,
    formRecords: { kept_id: type, gone_id: type },
    submits: [{ label: 'Samenvoegen' }],
    save: async ({ trx, viewer, form, services }) => {
      const fromGone = Object.keys(form.from).filter((key) => form.from[key] === 'gone')
      const input = { type, keptId: form.kept_id, goneId: form.gone_id, fromGone }
      const merged = await merge(trx, viewer, input, services)
      return {
        changed: [
          { type, id: form.kept_id },
          { type, id: form.gone_id },
          { type: 'merge', id: merged },
        ],
        flash: { str: 'Samengevoegd. Bij Samengevoegd kunt u dit 30 dagen lang ongedaan maken.', type: 'success' },
        open: `/${type}/view/${form.kept_id}`,
        body: { id: merged },
      }
    },
    example: ({ companies, contacts }) => {
      const [kept, gone] =
        type === 'company' ? [companies.deLinde, companies.kuipers] : [contacts.anouk, contacts.gerrit]
      return { query: { ids: String(kept) }, form: { gone_id: gone } }
    },
  })
}

export const companyMerge = mergeWizard('company')
export const contactMerge = mergeWizard('contact')

const TYPES: Record<string, string> = { company: 'Bedrijf', contact: 'Contact' }

export const mergeTable = table({
  area: contactsManageArea,
  record: 'merge',
  right: 'view',
  path: '/merged',
  title: 'Samengevoegd',
  query: (db) => listMerges(db),
  filters: {
    type: selectFilter(
      'Soort',
      Object.entries(TYPES).map(([value, label]) => ({ value, label })),
      (type) => sql<boolean>`merges.record_type = ${type}`,
    ),
    merged_at: periodFilter('Samengevoegd op', { column: sql`merges.merged_at`, type: 'timestamptz' }),
  },
  sorts: { merged_at: { by: [sql`merges.merged_at`], type: 'timestamptz' } },
  defaultSort: '-merged_at',
  groups: {
    type: stateGroup({ label: 'Soort', column: sql<string>`merges.record_type`, states: TYPES }),
  },
  moreColumns: [columnsOf('merges').shown('moved_count', { label: 'Verplaatste gegevens', as: 'count' })],
  columns: [
    { label: 'Samengevoegd', key: 'gone', kind: 'main', cell: (m) => m.gone_name },
    {
      label: 'In',
      key: 'kept',
      cell: (m) => (m.kept_name ? { text: m.kept_name, popup: `/${m.record_type}/view/${m.kept_id}` } : null),
    },
    { label: 'Soort', key: 'type', cell: (m) => TYPES[m.record_type] ?? '' },
    { label: 'Op', sort: 'merged_at', cell: (m) => formatDateTime(m.merged_at) },
    { label: 'Door', key: 'merged_by', cell: (m) => m.user_name },
    {
      label: 'Status',
      key: 'state',
      cell: (m) =>
        m.undone_at
          ? { status: { label: 'Ongedaan gemaakt', css: 'st-cancelled' } }
          : { status: { label: 'Samengevoegd', css: 'st-done' } },
    },
  ],
  open: (m) => (m.kept_name ? `/${m.record_type}/view/${m.kept_id}` : null),
  rowActions: (m) =>
    m.undoable
      ? [
          {
            label: 'Ongedaan maken',
            icon: 'arrow-back-up',
            kind: 'post',
            url: '/merged/undo',
            fields: { id: String(m.id) },
            confirm: `Weet u zeker dat u ${m.gone_name} weer los wilt maken?`,
          },
        ]
      : [],
  empty: {
    icon: 'arrows-join',
    title: 'Nog niets samengevoegd',
    text: 'Dubbele contacten en bedrijven voegt u samen vanuit hun lijst.',
    action: { label: 'Contacten openen', icon: 'users', kind: 'link', url: '/contacts', area: contactsArea },
  },
  example: () => ({}),
})

export const mergeUndo = action({
  area: contactsManageArea,
  record: 'merge',
  recordParam: null,
  right: 'change',
  path: '/merged/undo',
  noUndo: 'has an undo of its own',
  form: z.object({ id }),
  save: async ({ trx, viewer, form }) => {
    const { type, ids } = await undoMerge(trx, viewer, form.id)
    return {
      changed: [...ids.map((record) => ({ type, id: record })), { type: 'merge', id: form.id }],
      flash: { str: 'Samenvoeging ongedaan gemaakt', type: 'success' },
    }
  },
  example: (story) => ({
    first: [{ path: '/companies/merge', form: { kept_id: story.companies.deLinde, gone_id: story.companies.kuipers } }],
    form: (made) => ({ id: made }),
  }),
})

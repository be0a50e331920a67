import { sql } from 'kysely'
import * as z from 'zod'
import { assertDeletable } from '../../../platform/blockers.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { textFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addOptionGroup, deleteOptionGroup, editOptionGroup } from './lists.commands.ts'
import { optionGroupFields } from './questionnaires.fields.ts'
import { OptionGroupEditForm, OptionGroupForm } from './questionnaires.forms.ts'
import { getOptionGroup, listOptionGroups } from './questionnaires.queries.ts'
import type { Option } from './questions.contract.ts'
import { questionsArea } from './rights.ts'

const change = { area: questionsArea, right: 'change' } as const
const failText = 'Er ging iets mis bij het opslaan.'
/** A selector's 'Nieuw...' brings what was typed in it. */
const typed = z.object({ name: z.string().max(120).catch('') })

export const optionGroupTable = table({
  area: questionsArea,
  record: 'evaluation_option_group',
  right: 'view',
  path: '/evaluations/option-groups',
  title: 'Antwoorden',
  query: (db) => listOptionGroups(db),
  filters: { search: textFilter('Zoeken', { text: sql<string>`normalise(evaluation_option_groups.name)` }) },
  sorts: { name: { by: [sql`evaluation_option_groups.name collate "nl-x-icu"`] } },
  defaultSort: 'name',
  columns: [
    { field: 'name', kind: 'main', sort: 'name', cell: ({ name }) => name },
    { field: 'options', kind: 'long', cell: ({ options }) => options.map(({ label }) => label).join(' / ') },
    { label: 'Vragen', key: 'asked', kind: 'num', cell: ({ asked }) => asked },
  ],
  open: ({ id }) => `/evaluations/option-groups/view/${id}`,
  add: {
    ...change,
    label: 'Groep toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/evaluations/option-groups/add/',
    primary: true,
  },
  empty: {
    icon: 'list-check',
    title: 'Nog geen antwoorden',
    text: 'Een groep antwoorden is waaruit cursisten kiezen, elk met wat het telt in het cijfer.',
  },
  example: () => ({}),
})

const optionsBlock = (options: Option[]) => ({
  name: 'options',
  label: 'Antwoord',
  addLabel: 'Antwoord toevoegen',
  min: optionGroupFields.options.min,
  max: optionGroupFields.options.max,
  sortable: true,
  view: 'training/questionnaires/option',
  items: options.map((option) => ({ id: option.id, title: option.label, data: { option } })),
})

export const optionGroupForms = recordForms({
  area: questionsArea,
  record: 'evaluation_option_group',
  label: 'Groep',
  path: '/evaluations/option-groups',
  home: '/evaluations/option-groups',
  size: 'medium',
  view: 'training/questionnaires/option-group',
  name: 'group',
  add: {
    path: '/evaluations/option-groups/add/',
    query: typed,
    form: OptionGroupForm,
    load: ({ query }) => ({ group: null, name: query.name, repeat: optionsBlock([]) }),
    failText,
    save: async ({ trx, form }) => {
      const id = await addOptionGroup(trx, form)
      return { id, body: { id, name: form.name } }
    },
    example: () => ({
      form: {
        name: 'Snelheid',
        'options[0][label]': 'Goed',
        'options[0][value]': '100',
        'options[1][label]': 'Te snel',
      },
    }),
  },
  edit: {
    path: '/evaluations/option-groups/view/:id',
    load: async ({ db, params }) => {
      const group = await getOptionGroup(db, params.id)
      return { group, name: group.name, repeat: optionsBlock(group.options) }
    },
    title: ({ group }) => group.name,
    subtitle: 'Wat al is ingevuld, houdt zijn woorden en zijn score.',
    form: OptionGroupEditForm,
    failText,
    options: ({ group }) => [
      deleteOption(`/evaluations/option-groups/delete/${group.id}`, { type: 'evaluation_option_group', id: group.id }),
    ],
    save: ({ trx, params, form }) => editOptionGroup(trx, params.id, form),
    example: (story) => ({ params: { id: story.evaluations.optionGroup }, form: { name: 'Hoe goed sluit het aan' } }),
  },
})

/** The specification names a GET; our own forms post. */
const removal = action({
  area: questionsArea,
  record: 'evaluation_option_group',
  right: 'change',
  path: '/evaluations/option-groups/delete/:id',
  methods: ['GET', 'POST'],
  save: async ({ trx, params, services }) => {
    await assertDeletable(trx, services.registry, 'evaluation_option_group', params.id)
    await deleteOptionGroup(trx, params.id)
    return {
      changed: [{ type: 'evaluation_option_group', id: params.id }],
      flash: { str: 'Groep verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.evaluations.spareGroup } }),
})
export const optionGroupDelete = { ...removal, deletes: true }

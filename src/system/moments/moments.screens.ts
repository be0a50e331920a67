import { type SqlBool, sql } from 'kysely'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { table } from '../../platform/screens/table/table.ts'
import { selectFilter } from '../../platform/screens/table/table-filters.ts'
import { defaultOptions } from '../messages/index.ts'
import { choicesOf, describe, listMomentsWithOwner } from './described.queries.ts'
import { addMoment, deleteMoment, editMoment } from './moments.commands.ts'
import { MomentEditForm, MomentForm, MomentQuery } from './moments.forms.ts'
import { momentColumns } from './moments.columns.ts'
import { momentGroups } from './moments.groups.ts'
import { getMoment, kindOf } from './moments.queries.ts'
import { kindsInOrder } from './points.ts'

const HOME = '/messages/moments'
const access = { area: messagesArea, record: 'message-moment' } as const

const NOTHING = sql<string>`''`

/** The messages that are sent by themselves. */
export const momentTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Automatische berichten',
  query: (db, _viewer, _params, { registry }) =>
    listMomentsWithOwner(db, registry).select([
      NOTHING.as('when'),
      NOTHING.as('to'),
      NOTHING.as('whose'),
      NOTHING.as('relative'),
    ]),
  // What the kinds of moments say of them no query knows.
  complete: (rows, { registry }) => Promise.resolve(rows.map((row) => ({ ...row, ...describe(registry, row) }))),
  filters: {
    active: selectFilter(
      'Actief',
      [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nee' },
      ],
      (value) => (value === 'yes' ? sql<SqlBool>`message_moments.active` : sql<SqlBool>`not message_moments.active`),
    ),
  },
  sorts: { name: { by: [sql`default_messages.name::text collate "nl-x-icu"`] } },
  defaultSort: 'name',
  groups: momentGroups,
  moreColumns: momentColumns,
  columns: [
    { label: 'Bericht', kind: 'main', sort: 'name', cell: (moment) => moment.template },
    { field: 'kind', cell: (moment) => moment.when },
    { field: 'recipients', cell: (moment) => moment.to },
    { field: 'object_id', cell: (moment) => moment.whose },
    {
      field: 'active',
      cell: ({ active }) => ({
        status: active ? { label: 'Aan', css: 'st-confirmed' } : { label: 'Uit', css: 'st-concept' },
      }),
    },
  ],
  rowCss: (moment) => (moment.active ? null : 'is-off'),
  open: (moment) => `/messages/moments/edit/${moment.id}`,
  add: {
    label: 'Automatisch bericht toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/messages/moments/add',
    primary: true,
    area: messagesArea,
    right: 'change',
  },
  actions: [
    { label: 'Standaardberichten', icon: 'template', kind: 'link', url: '/messages/default', area: messagesArea },
  ],
  empty: {
    icon: 'clock',
    title: 'Nog geen automatische berichten',
    text: 'Een automatisch bericht gaat vanzelf, zoals een bevestiging na inschrijving of een herinnering voor het begin.',
  },
  example: () => ({}),
})

export const momentForms = recordForms({
  ...access,
  label: 'Automatisch bericht',
  path: '/messages/moments',
  home: HOME,
  view: 'system/moments/form',
  name: 'moment',
  add: {
    query: MomentQuery,
    load: async ({ db, viewer, query, services }) => {
      const kinds = kindsInOrder(services.registry)
      const kind = kinds.find(({ key }) => key === query.kind) ?? kinds[0]
      if (!kind) throw new NotFound()
      if (query.object_id !== undefined) await services.registry.assertVisible(db, viewer, kind.of, query.object_id)
      const of =
        query.object_id === undefined
          ? null
          : await services.registry.describe(db, { type: kind.of, id: query.object_id })
      return { moment: null, of, ...choicesOf(services, kind), templates: await defaultOptions(db) }
    },
    form: MomentForm,
    save: async ({ trx, form, viewer, services }) => {
      const kind = kindOf(services.registry, form.kind)
      if (!kind) throw new Invalid({ kind: ['Kies een moment.'] })
      if (form.object_id !== null) await services.registry.assertVisible(trx, viewer, kind.of, form.object_id)
      return addMoment(trx, services, kind, { ...form, object_type: form.object_id === null ? null : kind.of })
    },
    example: (story) => ({
      form: {
        kind: 'planning-begin',
        days: 3,
        at: '08:00',
        recipients: 'students',
        template_id: story.defaultMessage,
        active: '1',
      },
    }),
  },
  edit: {
    load: async ({ db, params, services }) => {
      const moment = await getMoment(db, params.id)
      const kind = kindOf(services.registry, moment.kind)
      if (!kind) throw new NotFound('Automatisch bericht')
      const { registry } = services
      const owned = await listMomentsWithOwner(db, registry).where('message_moments.id', '=', params.id).execute()
      const described = describe(registry, owned[0]!)
      return { moment, of: null, ...choicesOf(services, kind), templates: await defaultOptions(db), described }
    },
    title: ({ moment }) => moment.template,
    subtitle: ({ described }) => `${described.when} · ${described.whose}`,
    form: MomentEditForm,
    save: ({ trx, params, form, services }) => editMoment(trx, services, params.id, form),
    example: (story) => ({ params: { id: story.moment }, form: { days: 5 } }),
  },
  delete: { remove: deleteMoment, example: (story) => ({ form: { id: story.moment } }) },
})

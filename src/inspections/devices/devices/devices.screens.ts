import { type SqlBool, sql } from 'kysely'
import { PLANNERS } from '../../../platform/access/roles.ts'
import { may } from '../../../platform/access/viewer.ts'
import { assertDeletable } from '../../../platform/blockers.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Cell } from '../../../platform/screens/models.ts'
import {
  periodFilter,
  selectFilter,
  selectorFilter,
  textFilter,
} from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { deviceColumns } from './devices.columns.ts'
import { deleteDevice } from './devices.commands.ts'
import { deviceFields } from './devices.fields.ts'
import { deviceGroups } from './devices.groups.ts'
import { listDevices, ownerName, searchedDevices } from './devices.queries.ts'
import { isOfOwnFirm } from './instruments.queries.ts'
import { STATUSES, dueState, monthText } from './devices.rules.ts'
import { deviceListArea, devicesArea } from './rights.ts'

export const HOME = '/inspections/devices'
const access = { area: devicesArea, record: 'device' } as const
const change = { area: deviceListArea, right: 'change' } as const

const LIGHTS = {
  late: { css: 'light--late', label: 'Te laat' },
  now: { css: 'light--soon', label: 'Deze maand' },
  later: { css: 'light--ok', label: 'Later' },
} as const

/** The month in which it is due, and from the day by the norm that it is too late. */
const dueCell = (nextOn: string | null): Cell =>
  nextOn === null ? null : { text: monthText(nextOn), light: LIGHTS[dueState(nextOn, today())] }

/** As its index has it. */
const byNextOn = sql`coalesce(devices.next_on, 'infinity'::date)`
const DUE = {
  late: sql<SqlBool>`${byNextOn} < current_date and not ${isOfOwnFirm}`,
  month: sql<SqlBool>`${byNextOn} < date_trunc('month', current_date) + interval '1 month' and not ${isOfOwnFirm}`,
  next: sql<SqlBool>`${byNextOn} < date_trunc('month', current_date) + interval '2 months' and not ${isOfOwnFirm}`,
} as const

const chosen = (column: 'company_id' | 'contact_id' | 'product_id', type: string) =>
  selectorFilter(
    deviceFields[column].label,
    type,
    (ids) => sql<SqlBool>`${sql.ref(`devices.${column}`)} in (${sql.join(ids)})`,
  )

/** A category holds those of the ones below it. */
const ofCategories = (ids: number[]) => sql<SqlBool>`devices.device_category_id in (
  with recursive below as (
    select c.id from device_categories c where c.id in (${sql.join(ids)})
    union
    select c.id from device_categories c join below on c.parent_id = below.id
  ) select id from below)`

/** What customers own, and when it is due. */
export const deviceTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Apparaten',
  query: (db) => listDevices(db),
  filters: {
    search: textFilter('Zoeken', searchedDevices),
    due: selectFilter(
      'Aan de beurt',
      [
        { value: 'late', label: 'Te laat' },
        { value: 'month', label: 'Deze maand of eerder' },
        { value: 'next', label: 'Volgende maand of eerder' },
      ],
      (due) => DUE[due as keyof typeof DUE],
    ),
    next_on: periodFilter('Volgende keer', {
      column: sql`devices.next_on`,
      by: byNextOn,
      type: 'date',
      nullable: true,
    }),
    status: selectFilter(
      'Status',
      Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
      (status) => sql<SqlBool>`devices.status = ${status}`,
    ),
    device_category_id: selectorFilter(
      deviceFields.device_category_id.label,
      'device_category',
      ofCategories,
      sql<SqlBool>`devices.device_category_id is null`,
    ),
    company_id: chosen('company_id', 'company'),
    contact_id: chosen('contact_id', 'contact'),
    product_id: chosen('product_id', 'product'),
  },
  views: [
    { key: 'late', name: 'Te laat', query: 'due=late&sort=next_on' },
    { key: 'this-month', name: 'Deze maand', query: 'due=month&sort=next_on' },
    { key: 'next-month', name: 'Volgende maand', query: 'next_on=next-month&sort=next_on' },
    { key: 'rejected', name: 'Afgekeurd', query: 'status=rejected' },
  ],
  sorts: {
    owner: { by: [sql`${ownerName} collate "nl-x-icu"`, sql`devices.number`], types: ['text', 'bigint'] },
    route: { by: [sql`coalesce(devices.walking_route_number, 99999)`, sql`devices.number`], type: 'bigint' },
    number: { by: [sql`devices.number`], type: 'bigint' },
    name: { by: [sql`devices.name collate "nl-x-icu"`] },
    next_on: { by: [byNextOn], type: 'date' },
  },
  defaultSort: 'number',
  groups: deviceGroups,
  columns: [
    {
      field: 'name',
      kind: 'main',
      sort: 'name',
      cell: ({ name, category, next_on, location_description: place }) => ({
        text: name,
        sub: category ?? '',
        // A phone shows this column alone.
        phone: [next_on === null ? '' : monthText(next_on), place].filter(Boolean).join(' · '),
      }),
    },
    { field: 'number', kind: 'num', sort: 'number', cell: (device) => String(device.number) },
    {
      label: 'Klant',
      key: 'owner',
      sort: 'owner',
      hiddenWhenFilteredBy: ['company_id', 'contact_id'],
      cell: (device) => device.owner,
    },
    { label: 'Wat', key: 'due', cell: (device) => device.due },
    { label: 'Volgende keer', key: 'next_on', sort: 'next_on', cell: (device) => dueCell(device.next_on) },
    { field: 'status', cell: (device) => ({ status: STATUSES[device.status] }) },
    { field: 'location_description', cell: (device) => device.location_description },
    { field: 'serial_number', cell: (device) => device.serial_number },
  ],
  moreColumns: deviceColumns,
  open: (device) => `/inspections/devices/view/${device.id}`,
  rowCss: ({ status }) => (status === 'out_of_use' || status === 'disposed' ? 'is-off' : null),
  add: {
    ...change,
    label: 'Apparaat toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/inspections/devices/add',
    primary: true,
  },
  addWith: ['company_id', 'contact_id'],
  actions: [
    { ...change, label: 'Lijst inlezen', icon: 'file-import', kind: 'popup', url: '/inspections/devices/import' },
  ],
  bulk: [
    { ...change, label: 'Labels', icon: 'qrcode', kind: 'popup', url: '/print/sheets/device_label' },
    {
      ...change,
      label: 'Naar een andere plaats',
      icon: 'map-pin',
      kind: 'popup',
      url: '/inspections/devices/bulk/place',
    },
    {
      ...change,
      label: 'Naar een andere klant',
      icon: 'transfer',
      kind: 'popup',
      url: '/inspections/devices/bulk/owner',
      more: true,
    },
    {
      ...change,
      label: 'Buiten gebruik stellen',
      icon: 'ban',
      kind: 'popup',
      url: '/inspections/devices/bulk/out-of-use',
      danger: true,
    },
    {
      ...change,
      label: 'Weer in gebruik nemen',
      icon: 'circle-check',
      kind: 'popup',
      url: '/inspections/devices/bulk/in-use',
      more: true,
    },
  ],
  massDelete: {
    area: deviceListArea,
    remove: async (trx, ids, _viewer, services) => {
      for (const id of ids) {
        await assertDeletable(trx, services.registry, 'device', id)
        await deleteDevice(trx, id)
      }
      return { changed: ids.map((id) => ({ type: 'device', id })) }
    },
  },
  empty: (viewer) => ({
    icon: 'fire-extinguisher',
    title: 'Nog geen apparaten',
    text: may(viewer, deviceListArea, 'change')
      ? 'Van een apparaat houdt u bij waar het hangt, wanneer het is gemaakt en wanneer het weer aan de beurt is.'
      : 'Hier staan de apparaten van uw klanten of uw bedrijf.',
  }),
  example: (story, role) => ({
    foreign: null,
    ...(PLANNERS.includes(role) ? { form: { ids: String(story.devices.loose) } } : {}),
  }),
})

import { sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate, formatDateTime, formatMoney } from '../../../platform/format/format.ts'
import { everyText } from '../../../platform/format/repeats.ts'
import { today } from '../../../platform/format/zone.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { STATUSES as DEVICE_STATUSES, listDevices, monthText } from '../../devices/devices/index.ts'
import { daysAhead } from './ahead.queries.ts'
import { contractFields } from './contracts.fields.ts'
import { getContract, listContractContacts, listContractOrders, listContractParts } from './contracts.queries.ts'
import { PRICE_KINDS, STATES, lastNoticeDay, monthNames, stateOf } from './contracts.rules.ts'
import { HOME } from './contracts.screens.ts'
import { type PlannedOrder, planPriced } from './period-orders.plan.ts'
import { isCoveredBy } from './period-orders.queries.ts'
import { contractsArea } from './rights.ts'

const change = { area: contractsArea, right: 'change' } as const

/** What is due in the work month, by what is done: how many devices. */
function workOf({ devices }: PlannedOrder) {
  const works = new Map<string, { name: string; norm: string | null; count: number }>()
  for (const { schedule, norm, category } of devices) {
    const name = [schedule ?? 'Onderdelen vervangen', category].filter(Boolean).join(', ')
    works.set(name, { name, norm, count: (works.get(name)?.count ?? 0) + 1 })
  }
  return [...works.values()]
}

/** A contract: what is due by it, what came of it, and until when it runs. */
export const contractView = popup({
  area: contractsArea,
  record: 'inspectionContract',
  right: 'view',
  path: `${HOME}/view/:id`,
  home: HOME,
  load: async ({ db, params, viewer }) => {
    const contract = await getContract(db, params.id)
    const [parts, contacts, orders, plan] = await Promise.all([
      listContractParts(db, params.id),
      listContractContacts(db, params.id),
      listContractOrders(db, params.id),
      planPriced(db, [params.id], { ahead: await daysAhead(db), early: true }),
    ])
    const planned = plan[0]!
    return {
      contract,
      ...parts,
      contacts,
      planned,
      changes: may(viewer, contractsArea, 'change'),
      state: stateOf(contract, today()),
      work: workOf(planned),
      month: monthText(planned.month),
      amount: formatMoney(planned.amount),
      orders: orders.map((order) => ({ ...order, month: order.work_month === null ? '' : monthText(order.work_month), excl: formatMoney(order.excl) })), // prettier-ignore
      dates: {
        begins: formatDate(contract.begins_at),
        expires: formatDate(contract.expires_at),
        repeat: everyText({ count: contract.repeat_count, unit: contract.repeat_unit }),
        notice: formatDate(lastNoticeDay(contract)),
        terminated: formatDate(contract.terminated_on),
        months: monthNames(contract.work_months),
        price:
          contract.price_kind === 'fixed' ? `${contract.fixed_product}: vaste prijs per periode` : PRICE_KINDS.usage,
      },
    }
  },
  title: ({ contract }) => contract.name,
  subtitle: ({ contract }) => ['Contract', contract.customer, contract.place].filter(Boolean).join(' · '),
  status: ({ state }) => STATES[state],
  actions: ({ contract }) => [
    { ...change, label: 'Wijzigen', icon: 'pencil', kind: 'popup', url: `${HOME}/edit/${contract.id}` },
  ],
  nextSteps: ({ contract, state, planned }) => [
    ...(planned.why === null
      ? [{ ...change, label: 'Order maken', icon: 'shopping-cart', kind: 'post' as const, url: `${HOME}/makeOrderFor/${contract.id}`, next: true as const }] // prettier-ignore
      : []),
    ...(state === 'ending' || state === 'expired'
      ? [{ ...change, label: 'Verlengen', icon: 'calendar-plus', kind: 'post' as const, url: `${HOME}/extend/${contract.id}`, next: true as const }] // prettier-ignore
      : []),
  ],
  options: ({ contract, state }) => [
    ...(state === 'terminated'
      ? [{ ...change, label: 'Opzegging intrekken', icon: 'arrow-back-up', kind: 'post' as const, url: `${HOME}/resume/${contract.id}` }] // prettier-ignore
      : [
          ...(state === 'ending' || state === 'expired'
            ? []
            : [{ ...change, label: 'Verlengen', icon: 'calendar-plus', kind: 'post' as const, url: `${HOME}/extend/${contract.id}` }]), // prettier-ignore
          {
            ...change,
            label: 'Opzeggen',
            icon: 'ban',
            kind: 'popup' as const,
            url: `${HOME}/terminate/${contract.id}`,
          },
        ]),
    deleteOption(`${HOME}/delete`, { type: 'inspectionContract', id: contract.id }, contractsArea),
  ],
  footnote: ({ contract }) => `Laatst gewijzigd op ${formatDateTime(contract.updated_at)}`,
  layout: 'tabs',
  rail: { todo: ({ planned, state, dates: { notice } }) => todoOf(planned, state, notice) },
  parts: [
    { key: 'overview', label: 'Overzicht', icon: 'contract', view: 'inspections/contracts/overview' },
    {
      key: 'devices',
      label: contractFields.devices.label,
      icon: 'fire-extinguisher',
      url: ({ contract }) => `${HOME}/view/devices/${contract.id}?embed=1`,
    },
  ],
  example: (story) => ({
    params: { id: story.contracts.deLinde },
    foreign: { id: story.contracts.foreign },
  }),
})

function todoOf({ why, made, month }: PlannedOrder, state: keyof typeof STATES, notice: string) {
  const order = made
    ? { label: `Order van ${monthText(month)} is gemaakt`, icon: 'checks', state: 'done' as const }
    : why === null
      ? { label: `Order van ${monthText(month)} maken`, icon: 'shopping-cart', state: 'open' as const }
      : { label: why, icon: 'info-circle', state: 'open' as const }
  return [
    order,
    ...(state === 'ending' ? [{ label: `Verlengen of opzeggen, sinds ${notice}`, icon: 'calendar-plus', state: 'open' as const }] : []), // prettier-ignore
  ]
}

export const contractDevices = table({
  area: contractsArea,
  record: 'device',
  alsoRecords: { id: 'inspectionContract' },
  recordParam: null,
  right: 'view',
  path: `${HOME}/view/devices/:id`,
  title: 'Apparaten van dit contract',
  query: (db, _viewer, params) => listDevices(db).where(isCoveredBy(params.id)),
  sorts: {
    number: { by: [sql`devices.number`], type: 'bigint' },
    name: { by: [sql`devices.name collate "nl-x-icu"`] },
    next_on: { by: [sql`coalesce(devices.next_on, 'infinity'::date)`], type: 'date' },
  },
  defaultSort: 'next_on',
  columns: [
    {
      label: 'Apparaat',
      key: 'name',
      kind: 'main',
      sort: 'name',
      cell: ({ name, category }) => ({ text: name, sub: category ?? '' }),
    },
    { label: 'Nummer', key: 'number', kind: 'num', sort: 'number', cell: (device) => String(device.number) },
    { label: 'Wat', key: 'due', cell: (device) => device.due },
    {
      label: 'Volgende keer',
      key: 'next_on',
      sort: 'next_on',
      cell: ({ next_on }) => (next_on === null ? null : monthText(next_on)),
    },
    { label: 'Status', key: 'status', cell: (device) => ({ status: DEVICE_STATUSES[device.status] }) },
    { label: 'Plaats', key: 'place', cell: (device) => device.location_description },
  ],
  open: (device) => `/inspections/devices/view/${device.id}`,
  empty: {
    icon: 'fire-extinguisher',
    title: 'Geen apparaten',
    text: 'Deze klant heeft geen apparaten waarvoor dit contract geldt.',
  },
  example: (story) => ({ params: { id: story.contracts.deLinde }, foreign: { id: story.contracts.foreign } }),
})

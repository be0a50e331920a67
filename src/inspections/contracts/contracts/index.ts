import { sql } from 'kysely'
import { expiringSources } from '../../../administration/orders/expiring/points.ts'
import { expiringContracts } from './expiring.ts'
import { orderCargo } from '../../../administration/orders/orders/points.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { addedFields } from '../../../platform/screens/form/added-fields.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { attention, waitingRows } from '../../../system/attention/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { audiences } from '../../../system/messages/points.ts'
import { momentKinds } from '../../../system/moments/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { contractOfOrder } from './asked.ts'
import { contractAudience } from './audience.ts'
import { contractCargo } from './cargo.ts'
import { contractFields } from './contracts.fields.ts'
import { contractNames, contractsVisibleTo, countContractsOf, isEnding } from './contracts.queries.ts'
import { contractSelector } from './contracts.selectors.ts'
import * as list from './contracts.screens.ts'
import * as editing from './editing.screens.ts'
import { contractMoments } from './moments.ts'
import { makeOrdersNightly } from './period-orders.job.ts'
import * as periodOrders from './period-orders.screens.ts'
import { contractData } from './person-data.ts'
import { contractsArea } from './rights.ts'
import { seedContracts } from './story.ts'
import * as usage from './usage.screens.ts'
import * as view from './view.screens.ts'

export { coverageOf } from './coverage.queries.ts'
export { COVERED } from './period-orders.plan.ts'

const { HOME, ...listScreens } = list
const NIGHTLY = 'contracts.orders'
const owners = ['company', 'contact'] as const

const usedBy =
  (table: 'contract_products' | 'contract_categories', column: 'product_id' | 'device_category_id') =>
  async (db: Db | Trx, id: number) => {
    const count = await countOf(db.selectFrom(table).select('id').where(sql.ref(column), '=', id))
    return [{ label: 'Contracten', one: 'contract', count }]
  }

/** What is inspected for customers by agreement, and the orders that come of it by themselves. */
export const contracts: ModulePart = {
  screens: [listScreens, editing, view, periodOrders, usage].flatMap((declared) => Object.values(declared).flat()),
  selectors: [contractSelector],
  records: [
    {
      type: 'inspectionContract',
      label: { one: 'contract', many: 'contracten' },
      area: contractsArea,
      table: 'inspection_contracts',
      visibleTo: contractsVisibleTo,
      open: `${HOME}/view/{id}`,
      fields: contractFields,
      nameSql: sql<string>`inspection_contracts.name`,
      names: contractNames,
      carries: ['notes', 'documents', 'messages'],
    },
  ],
  nav: [
    {
      group: 'inspections',
      label: 'Contracten',
      icon: 'contract',
      href: HOME,
      area: contractsArea,
      order: 2,
      lists: { supervisor: 10 },
      waits: 'contracts-ending',
    },
    {
      group: 'inspections',
      label: 'Benodigdheden',
      icon: 'list-check',
      href: `${HOME}/usage`,
      area: contractsArea,
      order: 3,
    },
  ],
  create: [
    {
      action: { label: 'Contract', icon: 'contract', kind: 'popup', url: `${HOME}/add`, synonyms: ['keuringscontract', 'onderhoudscontract'] }, // prettier-ignore
      command: 'Nieuw contract',
      area: contractsArea,
    },
  ],
  jobs: { [NIGHTLY]: makeOrdersNightly },
  crons: { [NIGHTLY]: '10 3 * * *' },
  constraints: {
    inspection_contracts_period: {
      field: 'expires_at',
      message: 'Een contract loopt tot na de dag waarop het begint.',
    },
    contract_orders_once: { field: '_form', message: 'De order van deze maand is er al.' },
    contract_orders_order: { field: '_form', message: 'Deze order hoort al bij een contract.' },
  },
  story: seedContracts,
  gifts: [
    give(expiringSources, [expiringContracts]),
    give(orderCargo, [contractCargo]),
    give(addedFields, [contractOfOrder]),
    give(personData, [contractData]),
    give(audiences, [contractAudience]),
    give(momentKinds, contractMoments),
    give(
      popupTabs,
      owners.map((record) => ({
        record,
        key: 'contracts',
        label: 'Contracten',
        icon: 'contract',
        area: contractsArea,
        order: 37,
        url: (id: number) => `${HOME}?embed=1&${record}_id=${id}`,
        count: (_viewer: Viewer, id: number) => countContractsOf(`${record}_id`, id),
      })),
    ),
    give(attention, [
      {
        name: 'contracts-ending',
        kind: 'money',
        icon: 'contract',
        tone: 'warning',
        label: { one: 'contract te verlengen', many: 'contracten te verlengen' },
        area: contractsArea,
        right: 'change',
        url: `${HOME}?state=ending`,
        rows: () =>
          waitingRows({
            day: sql`inspection_contracts.expires_at`,
            from: sql`from inspection_contracts where ${isEnding}`,
          }),
      },
    ]),
    give(blockers, [
      { record: 'product', what: 'delete', reasons: usedBy('contract_products', 'product_id') },
      { record: 'device_category', what: 'delete', reasons: usedBy('contract_categories', 'device_category_id') },
      {
        record: 'inspectionContract',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Orders',
            one: 'order',
            count: await countOf(db.selectFrom('contract_orders').select('id').where('contract_id', '=', id)),
          },
        ],
      },
      ...owners.map((record) => ({
        record,
        what: 'delete' as const,
        reasons: async (db: Db | Trx, id: number) => [
          {
            label: 'Contracten',
            one: 'contract',
            count: await countOf(db.selectFrom('inspection_contracts').select('id').where(`${record}_id`, '=', id)),
            url: `${HOME}?${record}_id=${id}`,
          },
        ],
      })),
    ]),
    give(mergeStrategies, [
      ...owners.flatMap((record) => [
        { record, table: 'inspection_contracts', column: `${record}_id`, merges: 'moves' as const },
        { record, table: 'inspection_contracts', column: `address_${record}_id`, merges: 'moves' as const },
      ]),
      { record: 'contact', table: 'contract_contacts', column: 'contact_id', merges: 'drop' },
    ]),
    give(historyLabels, [
      {
        inspectionContract: {
          label: 'Contract',
          fields: {
            device_category_id: { label: 'Categorie', record: 'device_category' },
            device_id: { label: 'Apparaat', record: 'device' },
            contact_id: { label: 'Contact', record: 'contact' },
            product_id: { label: 'Product', record: 'product' },
            amount: 'Aantal per periode',
            contract_id: { label: 'Contract', record: 'inspectionContract' },
          },
        },
        order: {
          fields: {
            period_end: 'Einde van de periode',
            work_month: 'Werkmaand',
          },
        },
      },
    ]),
  ],
}
